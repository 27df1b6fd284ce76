/** Names of a unit of measure. */
export interface UnitNames {
  dimension: string;
  /** How many of the dimension's base unit it is. */
  factor: number;
  names: readonly string[];
}

/** Decimal and binary prefixes are often mixed up and count as one. */
export const UNITS: readonly UnitNames[] = [
  {
    dimension: "time",
    factor: 0.001,
    names: ["millisecond", "milliseconds", "ms", "ミリ秒"],
  },
  {
    dimension: "time",
    factor: 1,
    names: ["s", "sec", "second", "seconds", "secs", "秒"],
  },
  {
    dimension: "time",
    factor: 60,
    names: ["min", "mins", "minute", "minutes", "分"],
  },
  {
    dimension: "time",
    factor: 3600,
    names: ["h", "hour", "hours", "hr", "hrs", "時間"],
  },
  { dimension: "time", factor: 86400, names: ["day", "days", "日間"] },
  { dimension: "byte", factor: 1, names: ["byte", "bytes", "バイト"] },
  { dimension: "byte", factor: 1e3, names: ["kb", "kib", "キロバイト"] },
  { dimension: "byte", factor: 1e6, names: ["mb", "mib", "メガバイト"] },
  { dimension: "byte", factor: 1e9, names: ["gb", "gib", "ギガバイト"] },
  { dimension: "byte", factor: 1e12, names: ["tb", "tib", "テラバイト"] },
  { dimension: "bit", factor: 1, names: ["bit", "bits", "ビット"] },
  { dimension: "share", factor: 0.01, names: ["%", "percent", "パーセント"] },
  { dimension: "px", factor: 1, names: ["pixel", "pixels", "px", "ピクセル"] },
  { dimension: "times", factor: 1, names: ["times", "倍"] },
  { dimension: "rem", factor: 1, names: ["rem"] },
  { dimension: "em", factor: 1, names: ["em"] },
];
