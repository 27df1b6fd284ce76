;; Unigram tokenizer (Viterbi over a double-array trie), and late interaction: the highest cosine of each query word
;; with a word of a text.
;;
;; The caller places the tables in memory and sets their addresses. Tokenizer: the code of each UTF-16 unit (u16), the
;; trie (base i32, check u16, piece u16) and the pieces' scores (f32). Vectors: the kind of each piece (u8), its scale
;; (f32) and its row (u4[dim], as in `scan.wat`: 0 to 15 stands for -8 to 7; dim is a multiple of 32).
;;
;; Assembled into _pieces_wasm.ts by `deno task wasm`; run it after a change. Property tests compare it with the plain
;; reference implementations in tests/embed/_plain_pieces.ts and tests/embed/_plain_cosines.ts.
(module
  (memory (export "memory") 80) ;; 5 MB: room for the bundled tables without growing
  (global $codes (export "codes") (mut i32) (i32.const 0))
  (global $base (export "base") (mut i32) (i32.const 0))
  (global $check (export "check") (mut i32) (i32.const 0))
  (global $pieceOf (export "pieceOf") (mut i32) (i32.const 0))
  (global $slots (export "slots") (mut i32) (i32.const 0))
  (global $scores (export "scores") (mut i32) (i32.const 0))
  (global $unknown (export "unknown") (mut f64) (f64.const 0)) ;; score of an unknown character

  ;; The lattice of one window, by offset in it: best sum of scores (f64), last piece (i32, -1 = unknown character), its
  ;; start (i32).
  (global $best (export "best") (mut i32) (i32.const 0))
  (global $piece (export "piece") (mut i32) (i32.const 0))
  (global $from (export "from") (mut i32) (i32.const 0))
  (global $window (export "window") (mut i32) (i32.const 0)) ;; the segmentation is fixed after this many units at most
  (global $settle (export "settle") (mut i32) (i32.const 0)) ;; after this many, at the first offset that no piece spans
  (global $open (mut i32) (i32.const 0)) ;; lattice entries below this offset are initialised
  (global $text (mut i32) (i32.const 0))
  (global $length (mut i32) (i32.const 0))
  (global $start (mut i32) (i32.const 0)) ;; of the window
  (global $end (mut i32) (i32.const 0)) ;; address of the end of the text

  (func $u16 (param $table i32) (param $i i32) (result i32)
    (i32.load16_u (i32.add (local.get $table) (i32.shl (local.get $i) (i32.const 1)))))
  (func $at4 (param $table i32) (param $i i32) (result i32)
    (i32.add (local.get $table) (i32.shl (local.get $i) (i32.const 2))))
  (func $at8 (param $table i32) (param $i i32) (result i32)
    (i32.add (local.get $table) (i32.shl (local.get $i) (i32.const 3))))

  ;; Units of the character at $i: two for a surrogate pair.
  (func $width (param $i i32) (result i32)
    (if (result i32) (i32.and
      (i32.eq (i32.and (call $u16 (global.get $text) (local.get $i)) (i32.const 0xfc00)) (i32.const 0xd800))
      (i32.lt_u (i32.add (local.get $i) (i32.const 1)) (global.get $length)))
      (then (select (i32.const 2) (i32.const 1)
        (i32.eq (i32.and (call $u16 (global.get $text) (i32.add (local.get $i) (i32.const 1))) (i32.const 0xfc00))
          (i32.const 0xdc00))))
      (else (i32.const 1))))

  ;; Initialises lattice entries up to $at as unreachable.
  (func $open_to (param $at i32)
    (loop $more
      (f64.store (call $at8 (global.get $best) (global.get $open)) (f64.const -inf))
      (global.set $open (i32.add (global.get $open) (i32.const 1)))
      (br_if $more (i32.le_u (global.get $open) (local.get $at)))))

  ;; Adds every piece that begins at unit $i to the lattice. Without calls: a search runs this 100,000 times in the
  ;; engine's baseline code, where a call costs as much as ten instructions.
  (func $pieces_at (param $i i32) (param $score f64)
    (local $j i32) (local $slot i32) (local $code i32) (local $id i32) (local $known i32) (local $next i32)
    (local $sum f64) (local $at i32) (local $begin i32) (local $best i32)
    (local.set $j (i32.add (global.get $text) (i32.shl (local.get $i) (i32.const 1)))) ;; an address, like $next
    (local.set $next (i32.add (local.get $j) (i32.shl (call $width (local.get $i)) (i32.const 1))))
    (local.set $begin (i32.sub (local.get $i) (global.get $start)))
    (local.set $best (global.get $best))
    (block $done
      (loop $unit
        (br_if $done (i32.ge_u (local.get $j) (global.get $end)))
        (br_if $done (i32.eqz (local.tee $code
          (i32.load16_u (i32.add (global.get $codes) (i32.shl (i32.load16_u (local.get $j)) (i32.const 1)))))))
        (br_if $done (i32.eqz (local.tee $slot
          (i32.load (i32.add (global.get $base) (i32.shl (local.get $slot) (i32.const 2)))))))
        (br_if $done (i32.ge_u
          (local.tee $slot (i32.add (local.get $slot) (local.get $code))) (global.get $slots)))
        (br_if $done (i32.ne (local.get $code)
          (i32.load16_u (i32.add (global.get $check) (i32.shl (local.get $slot) (i32.const 1))))))
        (local.set $j (i32.add (local.get $j) (i32.const 2)))
        (br_if $unit (i32.eq (i32.const 0xffff) (local.tee $id ;; no piece ends here
          (i32.load16_u (i32.add (global.get $pieceOf) (i32.shl (local.get $slot) (i32.const 1)))))))
        (if (i32.eq (local.get $j) (local.get $next)) (then (local.set $known (i32.const 1))))
        (local.set $sum (f64.add (local.get $score) (f64.promote_f32
          (f32.load (i32.add (global.get $scores) (i32.shl (local.get $id) (i32.const 2)))))))
        (local.set $at (i32.sub (i32.shr_u (i32.sub (local.get $j) (global.get $text)) (i32.const 1))
          (global.get $start)))
        (if (i32.ge_u (local.get $at) (global.get $open)) (then (call $open_to (local.get $at))))
        (if (f64.gt (local.get $sum)
          (f64.load (i32.add (local.get $best) (i32.shl (local.get $at) (i32.const 3))))) (then
          (f64.store (i32.add (local.get $best) (i32.shl (local.get $at) (i32.const 3))) (local.get $sum))
          (i32.store (i32.add (global.get $piece) (i32.shl (local.get $at) (i32.const 2))) (local.get $id))
          (i32.store (i32.add (global.get $from) (i32.shl (local.get $at) (i32.const 2))) (local.get $begin))))
        (br $unit)))
    (if (i32.eqz (local.get $known)) (then
      (local.set $at (i32.sub (i32.shr_u (i32.sub (local.get $next) (global.get $text)) (i32.const 1))
        (global.get $start)))
      (if (i32.ge_u (local.get $at) (global.get $open)) (then (call $open_to (local.get $at))))
      (local.set $sum (f64.add (local.get $score) (global.get $unknown)))
      (if (f64.gt (local.get $sum) (f64.load (call $at8 (local.get $best) (local.get $at)))) (then
        (f64.store (call $at8 (local.get $best) (local.get $at)) (local.get $sum))
        (i32.store (call $at4 (global.get $piece) (local.get $at)) (i32.const -1))
        (i32.store (call $at4 (global.get $from) (local.get $at)) (local.get $begin)))))))

  ;; decode(utf8, end, out) converts well-formed UTF-8 in NFKC to UTF-16 in the model's normal form: control characters are
  ;; dropped, a run of spaces becomes one U+2581, and one is prepended. Returns the number of units.
  (func (export "decode") (param $at i32) (param $end i32) (param $out i32) (result i32)
    (local $first i32) (local $point i32) (local $more i32) (local $spaced i32) (local $spaces i32)
    (local.set $first (local.get $out))
    (i32.store16 (local.get $out) (i32.const 0x2581))
    (local.set $out (i32.add (local.get $out) (i32.const 2)))
    (local.set $spaced (local.get $out)) ;; the address after the last space written
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $point (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (block $space
          (if (i32.lt_u (local.get $point) (i32.const 0x80))
            (then
              (if (i32.le_u (local.get $point) (i32.const 0x20))
                (then
                  ;; Tab, line feed, form feed, carriage return, space; NUL stays.
                  (br_if $space (i32.and (i32.shr_u (i32.const 0x3600) (local.get $point)) (i32.const 1)))
                  (br_if $space (i32.eq (local.get $point) (i32.const 0x20)))
                  (br_if $next (local.get $point)))
                (else (br_if $next (i32.eq (local.get $point) (i32.const 0x7f))))))
            (else
              ;; 110xxxxx, 1110xxxx, 11110xxx: one, two or three bytes follow.
              (local.set $more (i32.add (i32.const 1)
                (i32.add (i32.ge_u (local.get $point) (i32.const 0xe0)) (i32.ge_u (local.get $point) (i32.const 0xf0)))))
              (local.set $point (i32.and (local.get $point) (i32.shr_u (i32.const 0x3f) (local.get $more))))
              (loop $follow
                (local.set $point (i32.or (i32.shl (local.get $point) (i32.const 6))
                  (i32.and (i32.load8_u (local.get $at)) (i32.const 0x3f))))
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (local.set $more (i32.sub (local.get $more) (i32.const 1)))
                (br_if $follow (local.get $more)))
              ;; NFKC has made a space of the spaces that differ in width only.
              (if (i32.lt_u (local.get $point) (i32.const 0x3000))
                (then
                  (br_if $space (i32.eq (local.get $point) (i32.const 0x2581)))
                  (br_if $space (i32.eq (local.get $point) (i32.const 0x1680)))
                  ;; Zero-width spaces and marks of direction, line and paragraph separators.
                  (br_if $space (i32.lt_u (i32.sub (local.get $point) (i32.const 0x200b)) (i32.const 5)))
                  (br_if $space (i32.eq (i32.or (local.get $point) (i32.const 1)) (i32.const 0x2029)))
                  (br_if $next (i32.eq (i32.or (local.get $point) (i32.const 0x10)) (i32.const 0x9f))))
                (else
                  (br_if $space (i32.eq (local.get $point) (i32.const 0xfeff)))
                  (br_if $space (i32.eq (local.get $point) (i32.const 0xfffd)))
                  (if (i32.ge_u (local.get $point) (i32.const 0x10000)) (then
                    (local.set $point (i32.sub (local.get $point) (i32.const 0x10000)))
                    (i32.store16 (local.get $out)
                      (i32.or (i32.const 0xd800) (i32.shr_u (local.get $point) (i32.const 10))))
                    (local.set $out (i32.add (local.get $out) (i32.const 2)))
                    (local.set $point (i32.or (i32.const 0xdc00) (i32.and (local.get $point) (i32.const 0x3ff))))))))))
          (i32.store16 (local.get $out) (local.get $point))
          (local.set $out (i32.add (local.get $out) (i32.const 2)))
          (br $next))
        (local.set $spaces (i32.const 1))
        (br_if $next (i32.eq (local.get $out) (local.get $spaced)))
        (i32.store16 (local.get $out) (i32.const 0x2581))
        (local.set $spaced (local.tee $out (i32.add (local.get $out) (i32.const 2))))
        (br $next)))
    ;; A text of only spaces and dropped characters is empty.
    (if (i32.and (i32.eqz (local.get $spaces))
      (i32.eq (i32.sub (local.get $out) (local.get $first)) (i32.const 2))) (then (return (i32.const 0))))
    (i32.shr_u (i32.sub (local.get $out) (local.get $first)) (i32.const 1)))

  ;; enter(alphabet: u16[n], n) sets the code of each unit: 1 + its index in the alphabet.
  (func (export "enter") (param $alphabet i32) (param $n i32)
    (local $i i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $i) (local.get $n)))
        (i32.store16
          (i32.add (global.get $codes) (i32.shl (call $u16 (local.get $alphabet) (local.get $i)) (i32.const 1)))
          (i32.add (local.get $i) (i32.const 1)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next))))

  ;; encode(text: u16[length], out) writes each piece in order as two i32: its id and the unit at which it ends; returns
  ;; how many.
  (func (export "encode") (param $t i32) (param $n i32) (param $out i32) (result i32)
    (local $i i32) (local $limit i32) (local $end i32) (local $at i32) (local $count i32) (local $first i32)
    (local $a i32) (local $b i32) (local $id i32) (local $pair i64) (local $score f64)
    (global.set $text (local.get $t))
    (global.set $length (local.get $n))
    (global.set $end (i32.add (local.get $t) (i32.shl (local.get $n) (i32.const 1))))
    (global.set $start (i32.const 0))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (global.get $start) (local.get $n)))
        (local.set $limit (i32.add (global.get $start) (global.get $window)))
        (if (i32.gt_u (local.get $limit) (local.get $n)) (then (local.set $limit (local.get $n))))
        (f64.store (global.get $best) (f64.const 0))
        (global.set $open (i32.const 1))
        (local.set $i (global.get $start))
        (block $settled
          (loop $unit
            (br_if $settled (i32.ge_u (local.get $i) (local.get $limit)))
            ;; No piece spans this offset.
            (br_if $settled (i32.and
              (i32.ge_u (i32.sub (local.get $i) (global.get $start)) (global.get $settle))
              (i32.eq (i32.sub (local.get $i) (global.get $start)) (i32.sub (global.get $open) (i32.const 1)))))
            (local.set $score (f64.load (i32.add (global.get $best)
              (i32.shl (i32.sub (local.get $i) (global.get $start)) (i32.const 3)))))
            ;; No piece begins inside a surrogate pair.
            (if (f64.gt (local.get $score) (f64.const -inf)) (then (call $pieces_at (local.get $i) (local.get $score))))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br $unit)))
        ;; A window may end inside a surrogate pair; its second half belongs to it.
        (local.set $end (local.get $i))
        (if (f64.eq (f64.load (call $at8 (global.get $best) (i32.sub (local.get $i) (global.get $start))))
          (f64.const -inf)) (then (local.set $end (i32.add (local.get $i) (i32.const 1)))))
        (local.set $first (local.get $count))
        (local.set $at (i32.sub (local.get $end) (global.get $start)))
        (block $read
          (loop $back
            (br_if $read (i32.eqz (local.get $at)))
            (local.set $id (i32.load (i32.add (global.get $piece) (i32.shl (local.get $at) (i32.const 2)))))
            (if (i32.ge_s (local.get $id) (i32.const 0)) (then
              (local.set $a (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 3))))
              (i32.store (local.get $a) (local.get $id))
              (i32.store offset=4 (local.get $a) (i32.add (global.get $start) (local.get $at)))
              (local.set $count (i32.add (local.get $count) (i32.const 1)))))
            (local.set $at (i32.load (i32.add (global.get $from) (i32.shl (local.get $at) (i32.const 2)))))
            (br $back)))
        ;; Backtracking found them in reverse order.
        (local.set $a (call $at8 (local.get $out) (local.get $first)))
        (local.set $b (call $at8 (local.get $out) (i32.sub (local.get $count) (i32.const 1))))
        (block $turned
          (loop $turn
            (br_if $turned (i32.ge_s (local.get $a) (local.get $b)))
            (local.set $pair (i64.load (local.get $a)))
            (i64.store (local.get $a) (i64.load (local.get $b)))
            (i64.store (local.get $b) (local.get $pair))
            (local.set $a (i32.add (local.get $a) (i32.const 8)))
            (local.set $b (i32.sub (local.get $b) (i32.const 8)))
            (br $turn)))
        (global.set $start (local.get $end))
        (br $next)))
    (local.get $count))

  ;; --- Late interaction.

  (global $kinds (export "kinds") (mut i32) (i32.const 0)) ;; 0 = not compared, 1 = start of a word, 2 = continuation, 3 = a word by itself
  (global $scales (export "scales") (mut i32) (i32.const 0))
  (global $rows (export "rows") (mut i32) (i32.const 0))
  (global $dim (export "dim") (mut i32) (i32.const 0))
  (global $sum (export "sum") (mut i32) (i32.const 0)) ;; f32[dim], the sum of a word's rows
  (global $words (export "words") (mut i32) (i32.const 0)) ;; f32[wide][dim], unit vectors of the query's words
  (global $steps (export "steps") (mut i32) (i32.const 0)) ;; i16[wide][dim], the same in fixed point, 16383 = 1
  (global $row (export "row") (mut i32) (i32.const 0)) ;; i16[dim], one unpacked row
  (global $wide (export "wide") (mut i32) (i32.const 0)) ;; number of the query's words, padded to a multiple of four
  (global $memo (export "memo") (mut i32) (i32.const 0)) ;; i32 by piece: 1 + its index in $known, 0 = not computed yet
  (global $known (export "known") (mut i32) (i32.const 0)) ;; cache: f32[wide] per piece, its cosines with the query's words
  (global $count (mut i32) (i32.const 0)) ;; entries of $known
  (global $room (export "room") (mut i32) (i32.const 0)) ;; capacity of $known, plus one scratch entry

  ;; Adds a piece's row to $sum. Without calls, like `pieces_at`.
  (func $add (param $id i32)
    (local $row i32) (local $at i32) (local $end i32) (local $x v128) (local $y v128) (local $half v128) (local $scale v128)
    (local.set $scale (f32x4.splat (f32.load (call $at4 (global.get $scales) (local.get $id)))))
    (local.set $row (i32.add (global.get $rows)
      (i32.mul (local.get $id) (i32.shr_u (global.get $dim) (i32.const 1)))))
    (local.set $at (global.get $sum))
    (local.set $end (call $at4 (global.get $sum) (global.get $dim)))
    (loop $step
      (local.set $x (v128.load (local.get $row)))
      (local.set $y (i8x16.sub (i8x16.shr_u (local.get $x) (i32.const 4))
        (v128.const i32x4 0x08080808 0x08080808 0x08080808 0x08080808)))
      (local.set $x (i8x16.sub
        (v128.and (local.get $x) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))
        (v128.const i32x4 0x08080808 0x08080808 0x08080808 0x08080808)))
      (local.set $half (i16x8.extend_low_i8x16_s (local.get $x)))
      (v128.store (local.get $at) (f32x4.add (v128.load (local.get $at)) (f32x4.mul
        (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))) (local.get $scale))))
      (v128.store offset=16 (local.get $at) (f32x4.add (v128.load offset=16 (local.get $at)) (f32x4.mul
        (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))) (local.get $scale))))
      (local.set $half (i16x8.extend_high_i8x16_s (local.get $x)))
      (v128.store offset=32 (local.get $at) (f32x4.add (v128.load offset=32 (local.get $at)) (f32x4.mul
        (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))) (local.get $scale))))
      (v128.store offset=48 (local.get $at) (f32x4.add (v128.load offset=48 (local.get $at)) (f32x4.mul
        (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))) (local.get $scale))))
      (local.set $half (i16x8.extend_low_i8x16_s (local.get $y)))
      (v128.store offset=64 (local.get $at) (f32x4.add (v128.load offset=64 (local.get $at)) (f32x4.mul
        (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))) (local.get $scale))))
      (v128.store offset=80 (local.get $at) (f32x4.add (v128.load offset=80 (local.get $at)) (f32x4.mul
        (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))) (local.get $scale))))
      (local.set $half (i16x8.extend_high_i8x16_s (local.get $y)))
      (v128.store offset=96 (local.get $at) (f32x4.add (v128.load offset=96 (local.get $at)) (f32x4.mul
        (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))) (local.get $scale))))
      (v128.store offset=112 (local.get $at) (f32x4.add (v128.load offset=112 (local.get $at)) (f32x4.mul
        (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))) (local.get $scale))))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (local.set $at (i32.add (local.get $at) (i32.const 128)))
      (br_if $step (i32.lt_u (local.get $at) (local.get $end)))))

  ;; The dot product of $sum with f32[dim] at $v.
  (func $dot (param $v i32) (result f32)
    (local $at i32) (local $end i32) (local $x v128)
    (local.set $at (global.get $sum))
    (local.set $end (call $at4 (global.get $sum) (global.get $dim)))
    (loop $step
      (local.set $x (f32x4.add (local.get $x) (f32x4.mul (v128.load (local.get $at)) (v128.load (local.get $v)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (local.set $v (i32.add (local.get $v) (i32.const 16)))
      (br_if $step (i32.lt_u (local.get $at) (local.get $end))))
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $x)) (f32x4.extract_lane 1 (local.get $x)))
      (f32.add (f32x4.extract_lane 2 (local.get $x)) (f32x4.extract_lane 3 (local.get $x)))))

  ;; Adds up the pieces (pairs, as encode writes them) from $at to $end in $sum; returns its norm.
  (func $add_up (param $at i32) (param $end i32) (result f32)
    (memory.fill (global.get $sum) (i32.const 0) (i32.shl (global.get $dim) (i32.const 2)))
    (loop $piece
      (call $add (i32.load (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $piece (i32.lt_u (local.get $at) (local.get $end))))
    (f32.sqrt (call $dot (global.get $sum))))

  ;; vector(pieces, end, out: f32[dim]) writes the unit vector of a word; returns its norm.
  (func (export "vector") (param $at i32) (param $end i32) (param $out i32) (result f32)
    (local $length f32) (local $scale v128) (local $from i32)
    (local.set $length (call $add_up (local.get $at) (local.get $end)))
    (local.set $scale (f32x4.splat (f32.div (f32.const 1) (f32.max (local.get $length) (f32.const 1e-9)))))
    (local.set $from (global.get $sum))
    (loop $step
      (v128.store (local.get $out) (f32x4.mul (v128.load (local.get $from)) (local.get $scale)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (br_if $step (i32.lt_u (local.get $from) (call $at4 (global.get $sum) (global.get $dim)))))
    (local.get $length))

  ;; begin(pieces) clears the cache for a new query. $pieces is the size of the vocabulary.
  (func (export "begin") (param $pieces i32)
    (global.set $count (i32.const 0))
    (memory.fill (global.get $memo) (i32.const 0) (i32.shl (local.get $pieces) (i32.const 2))))

  ;; Unpacks a piece's row into i16[dim] at $row; returns its squared norm.
  (func $unpack (param $id i32) (result i32)
    (local $from i32) (local $at i32) (local $end i32) (local $x v128) (local $y v128) (local $sum v128)
    (local.set $from (i32.add (global.get $rows)
      (i32.mul (local.get $id) (i32.shr_u (global.get $dim) (i32.const 1)))))
    (local.set $at (global.get $row))
    (local.set $end (i32.add (local.get $at) (i32.shl (global.get $dim) (i32.const 1))))
    (loop $step
      (local.set $x (v128.load (local.get $from)))
      (local.set $y (i8x16.sub (i8x16.shr_u (local.get $x) (i32.const 4))
        (v128.const i32x4 0x08080808 0x08080808 0x08080808 0x08080808)))
      (local.set $x (i8x16.sub
        (v128.and (local.get $x) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))
        (v128.const i32x4 0x08080808 0x08080808 0x08080808 0x08080808)))
      (v128.store (local.get $at) (i16x8.extend_low_i8x16_s (local.get $x)))
      (v128.store offset=16 (local.get $at) (i16x8.extend_high_i8x16_s (local.get $x)))
      (v128.store offset=32 (local.get $at) (i16x8.extend_low_i8x16_s (local.get $y)))
      (v128.store offset=48 (local.get $at) (i16x8.extend_high_i8x16_s (local.get $y)))
      (local.set $x (i16x8.add
        (i16x8.add (i16x8.extmul_low_i8x16_s (local.get $x) (local.get $x))
          (i16x8.extmul_high_i8x16_s (local.get $x) (local.get $x)))
        (i16x8.add (i16x8.extmul_low_i8x16_s (local.get $y) (local.get $y))
          (i16x8.extmul_high_i8x16_s (local.get $y) (local.get $y)))))
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.extadd_pairwise_i16x8_s (local.get $x))))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br_if $step (i32.lt_u (local.get $at) (local.get $end))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))

  ;; The cosines of one piece with the query's words, f32[wide] at $out. The row's scale does not matter for a cosine.
  (func $cosines_of_piece (param $id i32) (param $out i32)
    (local $scale f32) (local $step i32) (local $at i32) (local $last i32) (local $end i32) (local $sum v128)
    (local.set $scale (f32.div (f32.const 1)
      (f32.mul (f32.const 16383) (f32.sqrt (f32.max (f32.const 1) (f32.convert_i32_s (call $unpack (local.get $id))))))))
    (local.set $step (global.get $steps))
    (local.set $last (call $at4 (local.get $out) (global.get $wide)))
    (local.set $end (i32.add (global.get $row) (i32.shl (global.get $dim) (i32.const 1))))
    (loop $word
      (local.set $at (global.get $row))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (loop $block
        (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
          (i32x4.add
            (i32x4.dot_i16x8_s (v128.load (local.get $at)) (v128.load (local.get $step)))
            (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $at)) (v128.load offset=16 (local.get $step))))
          (i32x4.add
            (i32x4.dot_i16x8_s (v128.load offset=32 (local.get $at)) (v128.load offset=32 (local.get $step)))
            (i32x4.dot_i16x8_s (v128.load offset=48 (local.get $at)) (v128.load offset=48 (local.get $step)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (local.set $step (i32.add (local.get $step) (i32.const 64)))
        (br_if $block (i32.lt_u (local.get $at) (local.get $end))))
      (f32.store (local.get $out) (f32.mul (local.get $scale) (f32.convert_i32_s
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $word (i32.lt_u (local.get $out) (local.get $last)))))

  ;; The cosines of a word of several pieces with the query's words, f32[wide] at $out.
  (func $cosines_of_pieces (param $at i32) (param $end i32) (param $out i32)
    (local $scale f32) (local $word i32) (local $last i32)
    (local.set $scale (f32.div (f32.const 1) (f32.max (call $add_up (local.get $at) (local.get $end)) (f32.const 1e-9))))
    (local.set $word (global.get $words))
    (local.set $last (call $at4 (local.get $out) (global.get $wide)))
    (loop $next
      (f32.store (local.get $out) (f32.mul (local.get $scale) (call $dot (local.get $word))))
      (local.set $word (call $at4 (local.get $word) (global.get $dim)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $next (i32.lt_u (local.get $out) (local.get $last)))))

  ;; Sets each of the f32[wide] at $out to the maximum of it and the cosine of the word from $at to $end.
  (func $raise (param $at i32) (param $end i32) (param $out i32)
    (local $from i32) (local $last i32) (local $memo i32) (local $bytes i32) (local $place i32)
    (if (i32.eq (local.get $at) (local.get $end)) (then (return)))
    (local.set $bytes (i32.shl (global.get $wide) (i32.const 2)))
    (if (i32.eq (i32.sub (local.get $end) (local.get $at)) (i32.const 8))
      (then
        (local.set $memo (i32.add (global.get $memo) (i32.shl (i32.load (local.get $at)) (i32.const 2))))
        (local.set $place (i32.load (local.get $memo)))
        (if (local.get $place)
          (then (local.set $from
            (i32.add (global.get $known) (i32.mul (i32.sub (local.get $place) (i32.const 1)) (local.get $bytes)))))
          (else
            (local.set $from (i32.add (global.get $known) (i32.mul (global.get $count) (local.get $bytes))))
            (if (i32.lt_u (global.get $count) (global.get $room)) (then
              (global.set $count (i32.add (global.get $count) (i32.const 1)))
              (i32.store (local.get $memo) (global.get $count))))
            (call $cosines_of_piece (i32.load (local.get $at)) (local.get $from)))))
      (else
        (local.set $from (i32.add (global.get $known) (i32.mul (global.get $count) (local.get $bytes))))
        (call $cosines_of_pieces (local.get $at) (local.get $end) (local.get $from))))
    (local.set $last (i32.add (local.get $out) (local.get $bytes)))
    (loop $step
      (v128.store (local.get $out) (f32x4.max (v128.load (local.get $out)) (v128.load (local.get $from))))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $step (i32.lt_u (local.get $out) (local.get $last)))))

  ;; cover(pieces, end, out: f32[wide]): raises each value at $out to the highest cosine of that query word with a word of
  ;; the text.
  (func (export "cover") (param $at i32) (param $end i32) (param $out i32)
    (local $kind i32) (local $word i32)
    (local.set $word (local.get $at)) ;; start of the current word; $at = none
    (block $done
      (loop $piece
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $kind (i32.load8_u (i32.add (global.get $kinds) (i32.load (local.get $at)))))
        (if (i32.ne (local.get $kind) (i32.const 2)) (then
          (call $raise (local.get $word) (local.get $at) (local.get $out))
          (local.set $word (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (if (i32.eqz (local.get $kind)) (then (local.set $word (local.get $at))))
        (if (i32.eq (local.get $kind) (i32.const 3)) (then
          (call $raise (local.get $word) (local.get $at) (local.get $out))
          (local.set $word (local.get $at))))
        (br $piece)))
    (call $raise (local.get $word) (local.get $at) (local.get $out))))
