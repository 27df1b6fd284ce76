/**
 * The part of `yaml` that front matter needs, imported by name: a bundler gives
 * a dynamic import of a CommonJS package its default export only.
 */
export { isAlias, isMap, isScalar, parseDocument } from "yaml";
