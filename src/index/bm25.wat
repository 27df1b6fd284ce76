;; BM25F over posting lists as `postings.ts` writes them: decodes and scores in one pass.
;;
;; Tables lie in the memory at addresses that the caller sets: the first passage of each section (u32, one more than
;; sections), a length byte for each passage, the length part by length byte (f32[256]), the weighted frequency by
;; count byte in passages and in sections (f32[256] each), scores (f32), length parts of sections met so far (f32,
;; 0 = not met), and the list of sections that have a score.
(module
  (memory (export "memory") 1)
  (global $first (export "first") (mut i32) (i32.const 0))
  (global $last (export "last") (mut i32) (i32.const 0)) ;; number of the last section
  (global $lengths (export "lengths") (mut i32) (i32.const 0))
  (global $norms (export "norms") (mut i32) (i32.const 0))
  (global $passageWeights (export "passageWeights") (mut i32) (i32.const 0))
  (global $sectionWeights (export "sectionWeights") (mut i32) (i32.const 0))
  (global $scores (export "scores") (mut i32) (i32.const 0))
  (global $sectionScores (export "sectionScores") (mut i32) (i32.const 0))
  (global $sectionNorms (export "sectionNorms") (mut i32) (i32.const 0))
  (global $touched (export "touched") (mut i32) (i32.const 0))
  (global $found (export "found") (mut i32) (i32.const 0))
  (global $floor (export "floor") (mut f32) (f32.const 0)) ;; k1 (1 - b)
  (global $ratio (export "ratio") (mut f32) (f32.const 0)) ;; sections / passages
  (global $count (mut i32) (i32.const 0)) ;; sections touched

  ;; State of the two lists: address, postings left, current item (-1 = none), its count byte.
  (global $at0 (mut i32) (i32.const 0)) (global $left0 (mut i32) (i32.const 0))
  (global $item0 (mut i32) (i32.const 0)) (global $byte0 (mut i32) (i32.const 0))
  (global $at1 (mut i32) (i32.const 0)) (global $left1 (mut i32) (i32.const 0))
  (global $item1 (mut i32) (i32.const 0)) (global $byte1 (mut i32) (i32.const 0))

  (func $u32 (param $base i32) (param $i i32) (result i32)
    (i32.load (i32.add (local.get $base) (i32.shl (local.get $i) (i32.const 2)))))
  (func $f32 (param $base i32) (param $i i32) (result f32)
    (f32.load (i32.add (local.get $base) (i32.shl (local.get $i) (i32.const 2)))))

  ;; A number of seven bits a byte; returns it and moves $at0.
  (func $varint0 (result i32)
    (local $byte i32) (local $value i32) (local $shift i32)
    (loop $more
      (local.set $byte (i32.load8_u (global.get $at0)))
      (global.set $at0 (i32.add (global.get $at0) (i32.const 1)))
      (local.set $value (i32.or (local.get $value)
        (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
      (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
      (br_if $more (i32.ge_u (local.get $byte) (i32.const 128))))
    (local.get $value))

  ;; The next posting of the passage list, into $item0 and $byte0.
  (func $next0 (local $value i32)
    (if (i32.eqz (global.get $left0)) (then (global.set $item0 (i32.const -1)) (return)))
    (global.set $left0 (i32.sub (global.get $left0) (i32.const 1)))
    (local.set $value (call $varint0))
    (global.set $item0 (i32.add (global.get $item0) (i32.shr_u (local.get $value) (i32.const 1))))
    (global.set $byte0 (i32.const 1))
    (if (i32.and (local.get $value) (i32.const 1)) (then
      (global.set $byte0 (i32.load8_u (global.get $at0)))
      (global.set $at0 (i32.add (global.get $at0) (i32.const 1))))))

  ;; The same of the section list: the two lists change places for a moment.
  (func $next1
    (call $swap) (call $next0) (call $swap))
  (func $swap (local $t i32)
    (local.set $t (global.get $at0)) (global.set $at0 (global.get $at1)) (global.set $at1 (local.get $t))
    (local.set $t (global.get $left0)) (global.set $left0 (global.get $left1)) (global.set $left1 (local.get $t))
    (local.set $t (global.get $item0)) (global.set $item0 (global.get $item1)) (global.set $item1 (local.get $t))
    (local.set $t (global.get $byte0)) (global.set $byte0 (global.get $byte1)) (global.set $byte1 (local.get $t)))

  ;; The section that holds a passage, sought from a section before it in steps that double and then halve.
  (func $seek (param $section i32) (param $passage i32) (result i32)
    (local $step i32) (local $next i32)
    (local.set $step (i32.const 1))
    (block $far (loop $gallop
      (local.set $next (i32.add (local.get $section) (local.get $step)))
      (br_if $far (i32.gt_u (local.get $next) (global.get $last)))
      (br_if $far (i32.gt_u (call $u32 (global.get $first) (local.get $next)) (local.get $passage)))
      (local.set $section (local.get $next))
      (local.set $step (i32.shl (local.get $step) (i32.const 1)))
      (br $gallop)))
    (block $done (loop $refine
      (local.set $step (i32.shr_u (local.get $step) (i32.const 1)))
      (br_if $done (i32.eqz (local.get $step)))
      (local.set $next (i32.add (local.get $section) (local.get $step)))
      (br_if $refine (i32.gt_u (local.get $next) (global.get $last)))
      (br_if $refine (i32.gt_u (call $u32 (global.get $first) (local.get $next)) (local.get $passage)))
      (local.set $section (local.get $next))
      (br $refine)))
    (local.get $section))

  ;; Length part of a section: that of the sum of its passages' lengths against the average section.
  (func $sectionNorm (param $section i32) (result f32)
    (local $sum f32) (local $p i32) (local $end i32)
    (local.set $sum (call $f32 (global.get $sectionNorms) (local.get $section)))
    (if (f32.gt (local.get $sum) (f32.const 0)) (then (return (local.get $sum))))
    (local.set $p (call $u32 (global.get $first) (local.get $section)))
    (local.set $end (call $u32 (global.get $first) (i32.add (local.get $section) (i32.const 1))))
    (block $done (loop $passage
      (br_if $done (i32.ge_u (local.get $p) (local.get $end)))
      (local.set $sum (f32.add (local.get $sum) (f32.sub
        (call $f32 (global.get $norms) (i32.load8_u (i32.add (global.get $lengths) (local.get $p))))
        (global.get $floor))))
      (local.set $p (i32.add (local.get $p) (i32.const 1)))
      (br $passage)))
    (local.set $sum (f32.add (global.get $floor) (f32.mul (local.get $sum) (global.get $ratio))))
    (f32.store (i32.add (global.get $sectionNorms) (i32.shl (local.get $section) (i32.const 2))) (local.get $sum))
    (local.get $sum))

  (func $addTo (param $address i32) (param $value f32)
    (f32.store (local.get $address) (f32.add (f32.load (local.get $address)) (local.get $value))))

  ;; Adds a term: its passage list, then its section list, and idf * (k1 + 1).
  (func (export "score")
    (param $passages i32) (param $passageCount i32) (param $sections i32) (param $sectionCount i32) (param $gain f32)
    (local $section i32) (local $end i32) (local $p i32) (local $address i32) (local $named i32)
    (local $context f32) (local $own f32) (local $tf f32) (local $total f32)
    (global.set $at0 (local.get $passages)) (global.set $left0 (local.get $passageCount))
    (global.set $at1 (local.get $sections)) (global.set $left1 (local.get $sectionCount))
    (global.set $item0 (i32.const 0)) (global.set $item1 (i32.const 0))
    (call $next0) (call $next1)
    (block $done (loop $group
      (br_if $done (i32.and (i32.eq (global.get $item0) (i32.const -1)) (i32.eq (global.get $item1) (i32.const -1))))
      ;; The next section that either list names; -1 is the greatest unsigned number.
      (local.set $context (f32.const 0))
      (local.set $named (if (result i32) (i32.eq (global.get $item1) (i32.const -1))
        (then (i32.const 0))
        (else (i32.ge_u (global.get $item0) (call $u32 (global.get $first) (global.get $item1))))))
      (if (local.get $named)
        (then
          (local.set $section (global.get $item1))
          (local.set $context (call $f32 (global.get $sectionWeights) (global.get $byte1)))
          (call $next1))
        (else (local.set $section (call $seek (local.get $section) (global.get $item0)))))
      (local.set $end (call $u32 (global.get $first) (i32.add (local.get $section) (i32.const 1))))
      (local.set $total (local.get $context))
      (local.set $p (if (result i32) (f32.gt (local.get $context) (f32.const 0))
        (then (call $u32 (global.get $first) (local.get $section)))
        (else (global.get $item0))))
      (block $over (loop $passage
        (br_if $over (i32.ge_u (local.get $p) (local.get $end)))
        (local.set $tf (local.get $context))
        (if (i32.eq (global.get $item0) (local.get $p)) (then
          (local.set $own (call $f32 (global.get $passageWeights) (global.get $byte0)))
          (local.set $tf (f32.add (local.get $tf) (local.get $own)))
          (local.set $total (f32.add (local.get $total) (local.get $own)))
          (call $next0)))
        (call $addTo (i32.add (global.get $scores) (i32.shl (local.get $p) (i32.const 2)))
          (f32.div (f32.mul (local.get $gain) (local.get $tf)) (f32.add (local.get $tf)
            (call $f32 (global.get $norms) (i32.load8_u (i32.add (global.get $lengths) (local.get $p)))))))
        ;; Without context only the passages that are listed have the term.
        (local.set $p (if (result i32) (f32.gt (local.get $context) (f32.const 0))
          (then (i32.add (local.get $p) (i32.const 1)))
          (else (global.get $item0))))
        (br $passage)))
      (local.set $address (i32.add (global.get $sectionScores) (i32.shl (local.get $section) (i32.const 2))))
      (if (f32.eq (f32.load (local.get $address)) (f32.const 0)) (then
        (i32.store (i32.add (global.get $touched) (i32.shl (global.get $count) (i32.const 2))) (local.get $section))
        (global.set $count (i32.add (global.get $count) (i32.const 1)))))
      (call $addTo (local.get $address)
        (f32.div (f32.mul (local.get $gain) (local.get $total))
          (f32.add (local.get $total) (call $sectionNorm (local.get $section)))))
      (br $group))))

  ;; The highest score, where a search for the best ones begins.
  (func (export "highest") (param $share f32) (result f32)
    (local $t i32) (local $section i32) (local $p i32) (local $end i32) (local $best f32) (local $support f32)
    (block $done (loop $each
      (br_if $done (i32.ge_u (local.get $t) (global.get $count)))
      (local.set $section (call $u32 (global.get $touched) (local.get $t)))
      (local.set $support (f32.mul (local.get $share) (call $f32 (global.get $sectionScores) (local.get $section))))
      (local.set $p (call $u32 (global.get $first) (local.get $section)))
      (local.set $end (call $u32 (global.get $first) (i32.add (local.get $section) (i32.const 1))))
      (block $over (loop $passage
        (br_if $over (i32.ge_u (local.get $p) (local.get $end)))
        (local.set $best (f32.max (local.get $best)
          (f32.add (local.get $support) (call $f32 (global.get $scores) (local.get $p)))))
        (local.set $p (i32.add (local.get $p) (i32.const 1)))
        (br $passage)))
      (local.set $t (i32.add (local.get $t) (i32.const 1)))
      (br $each)))
    (local.get $best))

  ;; Writes the passages that score at least $least as pairs (passage u32, score f32) at $found; returns how many.
  ;; A passage has its own score and $share of its section's.
  (func (export "collect") (param $share f32) (param $least f32) (result i32)
    (local $t i32) (local $section i32) (local $p i32) (local $end i32) (local $n i32)
    (local $support f32) (local $score f32) (local $address i32)
    (block $done (loop $each
      (br_if $done (i32.ge_u (local.get $t) (global.get $count)))
      (local.set $section (call $u32 (global.get $touched) (local.get $t)))
      (local.set $support (f32.mul (local.get $share) (call $f32 (global.get $sectionScores) (local.get $section))))
      (local.set $p (call $u32 (global.get $first) (local.get $section)))
      (local.set $end (call $u32 (global.get $first) (i32.add (local.get $section) (i32.const 1))))
      (block $over (loop $passage
        (br_if $over (i32.ge_u (local.get $p) (local.get $end)))
        (local.set $score (call $f32 (global.get $scores) (local.get $p)))
        (if (f32.gt (local.get $score) (f32.const 0)) (then
          (local.set $score (f32.add (local.get $score) (local.get $support)))
          (if (f32.ge (local.get $score) (local.get $least)) (then
            (local.set $address (i32.add (global.get $found) (i32.shl (local.get $n) (i32.const 3))))
            (i32.store (local.get $address) (local.get $p))
            (f32.store offset=4 (local.get $address) (local.get $score))
            (local.set $n (i32.add (local.get $n) (i32.const 1)))))))
        (local.set $p (i32.add (local.get $p) (i32.const 1)))
        (br $passage)))
      (local.set $t (i32.add (local.get $t) (i32.const 1)))
      (br $each)))
    (local.get $n))

  ;; Empties the scores.
  (func (export "clear")
    (local $t i32) (local $section i32) (local $p i32) (local $end i32)
    (block $done (loop $each
      (br_if $done (i32.ge_u (local.get $t) (global.get $count)))
      (local.set $section (call $u32 (global.get $touched) (local.get $t)))
      (f32.store (i32.add (global.get $sectionScores) (i32.shl (local.get $section) (i32.const 2))) (f32.const 0))
      (local.set $p (call $u32 (global.get $first) (local.get $section)))
      (local.set $end (call $u32 (global.get $first) (i32.add (local.get $section) (i32.const 1))))
      (block $over (loop $passage
        (br_if $over (i32.ge_u (local.get $p) (local.get $end)))
        (f32.store (i32.add (global.get $scores) (i32.shl (local.get $p) (i32.const 2))) (f32.const 0))
        (local.set $p (i32.add (local.get $p) (i32.const 1)))
        (br $passage)))
      (local.set $t (i32.add (local.get $t) (i32.const 1)))
      (br $each)))
    (global.set $count (i32.const 0))))
