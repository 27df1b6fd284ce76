;; BM25F over posting lists as `postings.ts` writes them: decodes and scores in one pass.
;;
;; The caller places the tables in memory and sets their addresses: the first passage of each section (u32[sections +
;; 1]), the section of each passage (u32), a length byte for each passage, the length norm by length byte (f32[256]),
;; the weighted frequency by count byte in passages and in sections (f32[256] each), scores (f32), cached length norms
;; of sections (f32, 0 = not computed), and the list of sections that have a score.
;;
;; A cold search runs the engine's baseline code, where every call and every global costs. So the code of a posting is
;; inlined and uses locals. Over 100,000 passages this reduced the scoring of a query from 22 ms to 8.
;;
;; Assembled into _bm25_wasm.ts by `deno task wasm`; run it after a change. A property test compares it with the plain
;; reference implementation in tests/index/_plain_bm25.ts.
(module
  (memory (export "memory") 1)
  (global $first (export "first") (mut i32) (i32.const 0))
  (global $last (export "last") (mut i32) (i32.const 0)) ;; number of the last section
  (global $sectionOf (export "sectionOf") (mut i32) (i32.const 0))
  (global $lengths (export "lengths") (mut i32) (i32.const 0))
  (global $norms (export "norms") (mut i32) (i32.const 0))
  (global $passageWeights (export "passageWeights") (mut i32) (i32.const 0))
  (global $sectionWeights (export "sectionWeights") (mut i32) (i32.const 0))
  (global $scores (export "scores") (mut i32) (i32.const 0))
  (global $sectionScores (export "sectionScores") (mut i32) (i32.const 0))
  (global $sectionNorms (export "sectionNorms") (mut i32) (i32.const 0))
  (global $touched (export "touched") (mut i32) (i32.const 0))
  (global $found (export "found") (mut i32) (i32.const 0))
  (global $buckets (export "buckets") (mut i32) (i32.const 0)) ;; u32[256]
  (global $floor (export "floor") (mut f32) (f32.const 0)) ;; k1 (1 - b)
  (global $ratio (export "ratio") (mut f32) (f32.const 0)) ;; sections / passages
  (global $count (export "count") (mut i32) (i32.const 0)) ;; sections touched
  (global $highest (mut f32) (f32.const 0)) ;; score of the passages that `gather` found
  (global $next (mut i32) (i32.const 0)) ;; address after the last number that `varint` read

  (func $u32 (param $base i32) (param $i i32) (result i32)
    (i32.load (i32.add (local.get $base) (i32.shl (local.get $i) (i32.const 2)))))

  ;; Reads a LEB128 number; its end is in $next.
  (func $varint (param $at i32) (result i32)
    (local $byte i32) (local $value i32) (local $shift i32)
    (loop $more
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $value (i32.or (local.get $value)
        (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
      (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
      (br_if $more (i32.ge_u (local.get $byte) (i32.const 128))))
    (global.set $next (local.get $at))
    (local.get $value))

  ;; Fills the table of each passage's section.
  (func (export "number")
    (local $section i32) (local $p i32) (local $end i32) (local $at i32)
    (local.set $at (global.get $sectionOf))
    (loop $each
      (local.set $end (i32.add (global.get $sectionOf) (i32.shl
        (call $u32 (global.get $first) (i32.add (local.get $section) (i32.const 1))) (i32.const 2))))
      (block $over (loop $passage
        (br_if $over (i32.ge_u (local.get $at) (local.get $end)))
        (i32.store (local.get $at) (local.get $section))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $passage)))
      (local.set $section (i32.add (local.get $section) (i32.const 1)))
      (br_if $each (i32.le_s (local.get $section) (global.get $last)))))

  ;; Length norm of a section: from the sum of its passages' lengths, relative to the average section.
  (func $sectionNorm (param $section i32) (result f32)
    (local $sum f32) (local $p i32) (local $end i32)
    (local.set $p (call $u32 (global.get $first) (local.get $section)))
    (local.set $end (call $u32 (global.get $first) (i32.add (local.get $section) (i32.const 1))))
    (block $done (loop $passage
      (br_if $done (i32.ge_u (local.get $p) (local.get $end)))
      (local.set $sum (f32.add (local.get $sum) (f32.sub
        (f32.load (i32.add (global.get $norms) (i32.shl
          (i32.load8_u (i32.add (global.get $lengths) (local.get $p))) (i32.const 2))))
        (global.get $floor))))
      (local.set $p (i32.add (local.get $p) (i32.const 1)))
      (br $passage)))
    (local.set $sum (f32.add (global.get $floor) (f32.mul (local.get $sum) (global.get $ratio))))
    (f32.store (i32.add (global.get $sectionNorms) (i32.shl (local.get $section) (i32.const 2))) (local.get $sum))
    (local.get $sum))

  ;; Adds a term: its passage list and its section list, each as address and number of postings, and idf * (k1 + 1).
  (func (export "score")
    (param $at0 i32) (param $left0 i32) (param $at1 i32) (param $left1 i32) (param $gain f32)
    ;; The current item of each list (-1 = none) and its count byte.
    (local $item0 i32) (local $byte0 i32) (local $item1 i32) (local $byte1 i32)
    (local $value i32) (local $section i32) (local $end i32) (local $p i32) (local $address i32)
    (local $context f32) (local $own f32) (local $tf f32) (local $total f32) (local $norm f32)
    (local $first i32) (local $sectionOf i32) (local $lengths i32) (local $norms i32) (local $weights i32)
    (local $scores i32) (local $sectionScores i32) (local $sectionNorms i32) (local $fresh i32)
    (local.set $first (global.get $first))
    (local.set $sectionOf (global.get $sectionOf))
    (local.set $lengths (global.get $lengths))
    (local.set $norms (global.get $norms))
    (local.set $weights (global.get $passageWeights))
    (local.set $scores (global.get $scores))
    (local.set $sectionScores (global.get $sectionScores))
    (local.set $sectionNorms (global.get $sectionNorms))
    ;; Read the next posting of a list whose current one is done.
    (local.set $fresh (i32.const 1))
    (local.set $byte1 (i32.const -1))
    (block $done (loop $group
      (if (i32.eq (local.get $byte1) (i32.const -1)) (then
        (if (i32.eqz (local.get $left1)) (then (local.set $item1 (i32.const -1)) (local.set $byte1 (i32.const 0))) (else
          (local.set $left1 (i32.sub (local.get $left1) (i32.const 1)))
          (local.set $value (call $varint (local.get $at1)))
          (local.set $at1 (global.get $next))
          (local.set $item1 (i32.add (local.get $item1) (i32.shr_u (local.get $value) (i32.const 1))))
          (local.set $byte1 (i32.const 1))
          (if (i32.and (local.get $value) (i32.const 1)) (then
            (local.set $byte1 (i32.load8_u (local.get $at1)))
            (local.set $at1 (i32.add (local.get $at1) (i32.const 1)))))))))
      (if (local.get $fresh) (then
        (local.set $fresh (i32.const 0))
        (if (i32.eqz (local.get $left0)) (then (local.set $item0 (i32.const -1))) (else
          (local.set $left0 (i32.sub (local.get $left0) (i32.const 1)))
          (local.set $value (call $varint (local.get $at0)))
          (local.set $at0 (global.get $next))
          (local.set $item0 (i32.shr_u (local.get $value) (i32.const 1)))
          (local.set $byte0 (i32.const 1))
          (if (i32.and (local.get $value) (i32.const 1)) (then
            (local.set $byte0 (i32.load8_u (local.get $at0)))
            (local.set $at0 (i32.add (local.get $at0) (i32.const 1)))))))))

      ;; The lowest section of both lists; -1 is the greatest unsigned number.
      (local.set $context (f32.const 0))
      (if (if (result i32) (i32.eq (local.get $item1) (i32.const -1))
          (then (i32.const 0))
          (else (i32.ge_u (local.get $item0) (call $u32 (local.get $first) (local.get $item1)))))
        (then
          (local.set $section (local.get $item1))
          (local.set $context (f32.load (i32.add (global.get $sectionWeights) (i32.shl (local.get $byte1) (i32.const 2)))))
          (local.set $byte1 (i32.const -1))
          (local.set $p (call $u32 (local.get $first) (local.get $section))))
        (else
          (br_if $done (i32.eq (local.get $item0) (i32.const -1)))
          (local.set $p (local.get $item0))
          (local.set $section (i32.load (i32.add (local.get $sectionOf) (i32.shl (local.get $p) (i32.const 2)))))))
      (local.set $address (i32.shl (local.get $section) (i32.const 2)))
      (local.set $end (i32.load offset=4 (i32.add (local.get $first) (local.get $address))))
      (local.set $total (local.get $context))
      (block $over (loop $passage
        (br_if $over (i32.ge_u (local.get $p) (local.get $end)))
        (local.set $tf (local.get $context))
        (local.set $norm (f32.load (i32.add (local.get $norms) (i32.shl
          (i32.load8_u (i32.add (local.get $lengths) (local.get $p))) (i32.const 2)))))
        (local.set $value (i32.add (local.get $scores) (i32.shl (local.get $p) (i32.const 2))))
        (local.set $p (i32.add (local.get $p) (i32.const 1)))
        (if (i32.lt_u (local.get $item0) (local.get $p)) (then
          (local.set $own (f32.load (i32.add (local.get $weights) (i32.shl (local.get $byte0) (i32.const 2)))))
          (local.set $tf (f32.add (local.get $tf) (local.get $own)))
          (local.set $total (f32.add (local.get $total) (local.get $own)))))
        (f32.store (local.get $value) (f32.add (f32.load (local.get $value))
          (f32.div (f32.mul (local.get $gain) (local.get $tf)) (f32.add (local.get $tf) (local.get $norm)))))
        (if (i32.lt_u (local.get $item0) (local.get $p)) (then
          (if (i32.eqz (local.get $left0)) (then (local.set $item0 (i32.const -1))) (else
            (local.set $left0 (i32.sub (local.get $left0) (i32.const 1)))
            (local.set $value (i32.load8_u (local.get $at0)))
            (local.set $at0 (i32.add (local.get $at0) (i32.const 1)))
            (if (i32.ge_u (local.get $value) (i32.const 128)) (then
              (local.set $value (call $varint (i32.sub (local.get $at0) (i32.const 1))))
              (local.set $at0 (global.get $next))))
            (local.set $item0 (i32.add (local.get $item0) (i32.shr_u (local.get $value) (i32.const 1))))
            (local.set $byte0 (i32.const 1))
            (if (i32.and (local.get $value) (i32.const 1)) (then
              (local.set $byte0 (i32.load8_u (local.get $at0)))
              (local.set $at0 (i32.add (local.get $at0) (i32.const 1)))))))))
        ;; Without a section posting, only the listed passages have the term.
        (br_if $passage (f32.gt (local.get $context) (f32.const 0)))
        (local.set $p (local.get $item0))
        (br $passage)))
      (local.set $norm (f32.load (i32.add (local.get $sectionNorms) (local.get $address))))
      (if (f32.eq (local.get $norm) (f32.const 0)) (then (local.set $norm (call $sectionNorm (local.get $section)))))
      (local.set $address (i32.add (local.get $sectionScores) (local.get $address)))
      (if (f32.eq (f32.load (local.get $address)) (f32.const 0)) (then
        (i32.store (i32.add (global.get $touched) (i32.shl (global.get $count) (i32.const 2))) (local.get $section))
        (global.set $count (i32.add (global.get $count) (i32.const 1)))))
      (f32.store (local.get $address) (f32.add (f32.load (local.get $address))
        (f32.div (f32.mul (local.get $gain) (local.get $total)) (f32.add (local.get $total) (local.get $norm)))))
      (br $group))))

  ;; Writes the passages that have a score to $found; returns their number. The score of a passage is its own plus $share
  ;; of its section's. Each is a u64 sort key: the bits of the score (f32), then the complement of the passage number.
  (func (export "gather") (param $share f32) (result i32)
    (local $t i32) (local $stop i32) (local $section i32) (local $p i32) (local $end i32) (local $out i32)
    (local $support f32) (local $score f32) (local $best f32) (local $first i32) (local $scores i32)
    (local.set $t (global.get $touched))
    (local.set $stop (i32.add (local.get $t) (i32.shl (global.get $count) (i32.const 2))))
    (local.set $out (global.get $found))
    (local.set $first (global.get $first))
    (local.set $scores (global.get $scores))
    (block $done (loop $each
      (br_if $done (i32.ge_u (local.get $t) (local.get $stop)))
      (local.set $section (i32.shl (i32.load (local.get $t)) (i32.const 2)))
      (local.set $t (i32.add (local.get $t) (i32.const 4)))
      (local.set $support (f32.mul (local.get $share)
        (f32.load (i32.add (global.get $sectionScores) (local.get $section)))))
      (local.set $section (i32.add (local.get $first) (local.get $section)))
      (local.set $p (i32.load (local.get $section)))
      (local.set $end (i32.load offset=4 (local.get $section)))
      (block $over (loop $passage
        (br_if $over (i32.ge_u (local.get $p) (local.get $end)))
        (local.set $score (f32.load (i32.add (local.get $scores) (i32.shl (local.get $p) (i32.const 2)))))
        (if (f32.gt (local.get $score) (f32.const 0)) (then
          (local.set $score (f32.add (local.get $score) (local.get $support)))
          (i32.store (local.get $out) (i32.xor (local.get $p) (i32.const -1)))
          (f32.store offset=4 (local.get $out) (local.get $score))
          (local.set $out (i32.add (local.get $out) (i32.const 8)))
          (if (f32.gt (local.get $score) (local.get $best)) (then (local.set $best (local.get $score))))))
        (local.set $p (i32.add (local.get $p) (i32.const 1)))
        (br $passage)))
      (br $each)))
    (global.set $highest (local.get $best))
    (i32.shr_u (i32.sub (local.get $out) (global.get $found)) (i32.const 3)))

  ;; Keeps the best of the $n passages at $found: at least $limit (if there are so many) and few more; returns how many.
  ;; It counts scores in 256 buckets up to the highest, and keeps whole buckets.
  (func (export "select") (param $n i32) (param $limit i32) (result i32)
    (local $at i32) (local $end i32) (local $out i32) (local $sum i32) (local $step i32) (local $scale f32)
    (local $buckets i32)
    (local.set $buckets (global.get $buckets))
    (memory.fill (local.get $buckets) (i32.const 0) (i32.const 1024))
    (local.set $scale (f32.div (f32.const 255) (global.get $highest)))
    (local.set $at (global.get $found))
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $n) (i32.const 3))))
    (block $counted (loop $each
      (br_if $counted (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $step (i32.add (local.get $buckets) (i32.shl (i32.and (i32.const 255)
        (i32.trunc_sat_f32_u (f32.mul (f32.load offset=4 (local.get $at)) (local.get $scale)))) (i32.const 2))))
      (i32.store (local.get $step) (i32.add (i32.load (local.get $step)) (i32.const 1)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br $each)))
    (local.set $step (i32.const 256))
    (loop $lower
      (local.set $step (i32.sub (local.get $step) (i32.const 1)))
      (local.set $sum (i32.add (local.get $sum) (call $u32 (local.get $buckets) (local.get $step))))
      (br_if $lower (i32.and (i32.lt_u (local.get $sum) (local.get $limit)) (i32.gt_s (local.get $step) (i32.const 0)))))
    (local.set $at (global.get $found))
    (local.set $out (local.get $at))
    (block $done (loop $each
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (if (i32.ge_u (i32.and (i32.const 255)
          (i32.trunc_sat_f32_u (f32.mul (f32.load offset=4 (local.get $at)) (local.get $scale)))) (local.get $step)) (then
        (i64.store (local.get $out) (i64.load (local.get $at)))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br $each)))
    (i32.shr_u (i32.sub (local.get $out) (global.get $found)) (i32.const 3))))
