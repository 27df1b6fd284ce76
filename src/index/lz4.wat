;; Decodes a block in the LZ4 block format (lz4/doc/lz4_Block_format.md), and finds a UTF-16 offset in its UTF-8 text.
;;
;; decode(src, end, dst, enough) decodes the block from $src to $end, writes the text to $dst and returns the address of
;; its end. It stops at the end of the block, or after the first sequence that reaches $enough; to continue, call it with
;; $src = $at. A damaged block may trap (out of bounds); the caller's checksums prevent that.
;;
;; Most copies are short, and memory.copy is a call out of the module. So 16 bytes are copied at a time, up to 15 bytes
;; too many, which the next copy overwrites; the memory has 16 bytes more than the text needs.
;;
;; Assembled into _lz4_wasm.ts by `deno task wasm`; run it after a change. A property test compares it with the plain
;; reference implementation in tests/index/_plain_lz4.ts.
(module
  (memory (export "memory") 8)
  (global $at (export "at") (mut i32) (i32.const 0))
  (func (export "decode") (param $src i32) (param $end i32) (param $dst i32) (param $enough i32) (result i32)
    (local $token i32) (local $length i32) (local $byte i32) (local $from i32) (local $stop i32)
    (loop $sequence
      (local.set $token (i32.load8_u (local.get $src)))
      (local.set $src (i32.add (local.get $src) (i32.const 1)))

      ;; Literals: the high half of the token, and more bytes while they are 255.
      (local.set $length (i32.shr_u (local.get $token) (i32.const 4)))
      (if (i32.eq (local.get $length) (i32.const 15)) (then
        (loop $more
          (local.set $byte (i32.load8_u (local.get $src)))
          (local.set $src (i32.add (local.get $src) (i32.const 1)))
          (local.set $length (i32.add (local.get $length) (local.get $byte)))
          (br_if $more (i32.eq (local.get $byte) (i32.const 255))))))
      (if (i32.le_u (local.get $length) (i32.const 16))
        (then (v128.store align=1 (local.get $dst) (v128.load align=1 (local.get $src))))
        (else (memory.copy (local.get $dst) (local.get $src) (local.get $length))))
      (local.set $src (i32.add (local.get $src) (local.get $length)))
      (local.set $dst (i32.add (local.get $dst) (local.get $length)))
      (if (i32.ge_u (local.get $src) (local.get $end)) (then
        (global.set $at (local.get $src))
        (return (local.get $dst))))

      ;; A match: a distance of two bytes; its length is the low half of the token plus 4.
      (local.set $from (i32.sub (local.get $dst) (i32.load16_u (local.get $src))))
      (local.set $src (i32.add (local.get $src) (i32.const 2)))
      (local.set $length (i32.and (local.get $token) (i32.const 15)))
      (if (i32.eq (local.get $length) (i32.const 15)) (then
        (loop $more
          (local.set $byte (i32.load8_u (local.get $src)))
          (local.set $src (i32.add (local.get $src) (i32.const 1)))
          (local.set $length (i32.add (local.get $length) (local.get $byte)))
          (br_if $more (i32.eq (local.get $byte) (i32.const 255))))))
      (local.set $length (i32.add (local.get $length) (i32.const 4)))
      (local.set $stop (i32.add (local.get $dst) (local.get $length)))
      (if (i32.ge_u (i32.sub (local.get $dst) (local.get $from)) (i32.const 16))
        (then
          (loop $copy
            (v128.store align=1 (local.get $dst) (v128.load align=1 (local.get $from)))
            (local.set $from (i32.add (local.get $from) (i32.const 16)))
            (local.set $dst (i32.add (local.get $dst) (i32.const 16)))
            (br_if $copy (i32.lt_u (local.get $dst) (local.get $stop)))))
        (else
          ;; Source and target overlap: bytes just written are read again.
          (loop $copy
            (i32.store8 (local.get $dst) (i32.load8_u (local.get $from)))
            (local.set $from (i32.add (local.get $from) (i32.const 1)))
            (local.set $dst (i32.add (local.get $dst) (i32.const 1)))
            (br_if $copy (i32.lt_u (local.get $dst) (local.get $stop))))))
      (local.set $dst (local.get $stop))
      (br_if $sequence (i32.lt_u (local.get $dst) (local.get $enough))))
    (global.set $at (local.get $src))
    (local.get $dst))

  ;; seek(at, end, units) returns the address in the UTF-8 from $at to $end after that many UTF-16 units: each byte that
  ;; is no continuation byte is one unit, and one from 0xf0 on is two. Inside a surrogate pair it stops before the pair.
  (func (export "seek") (param $at i32) (param $end i32) (param $units i32) (result i32)
    (local $x v128) (local $sum v128) (local $count i32) (local $byte i32)
    (block $near
      (loop $block
        (br_if $near (i32.gt_u (i32.add (local.get $at) (i32.const 64)) (local.get $end)))
        ;; A lane is -1 where the comparison holds.
        (local.set $x (v128.load align=1 (local.get $at)))
        (local.set $sum (i8x16.add
          (i8x16.ge_s (local.get $x) (v128.const i32x4 0xc0c0c0c0 0xc0c0c0c0 0xc0c0c0c0 0xc0c0c0c0))
          (i8x16.ge_u (local.get $x) (v128.const i32x4 0xf0f0f0f0 0xf0f0f0f0 0xf0f0f0f0 0xf0f0f0f0))))
        (local.set $x (v128.load offset=16 align=1 (local.get $at)))
        (local.set $sum (i8x16.add (local.get $sum) (i8x16.add
          (i8x16.ge_s (local.get $x) (v128.const i32x4 0xc0c0c0c0 0xc0c0c0c0 0xc0c0c0c0 0xc0c0c0c0))
          (i8x16.ge_u (local.get $x) (v128.const i32x4 0xf0f0f0f0 0xf0f0f0f0 0xf0f0f0f0 0xf0f0f0f0)))))
        (local.set $x (v128.load offset=32 align=1 (local.get $at)))
        (local.set $sum (i8x16.add (local.get $sum) (i8x16.add
          (i8x16.ge_s (local.get $x) (v128.const i32x4 0xc0c0c0c0 0xc0c0c0c0 0xc0c0c0c0 0xc0c0c0c0))
          (i8x16.ge_u (local.get $x) (v128.const i32x4 0xf0f0f0f0 0xf0f0f0f0 0xf0f0f0f0 0xf0f0f0f0)))))
        (local.set $x (v128.load offset=48 align=1 (local.get $at)))
        (local.set $sum (i8x16.add (local.get $sum) (i8x16.add
          (i8x16.ge_s (local.get $x) (v128.const i32x4 0xc0c0c0c0 0xc0c0c0c0 0xc0c0c0c0 0xc0c0c0c0))
          (i8x16.ge_u (local.get $x) (v128.const i32x4 0xf0f0f0f0 0xf0f0f0f0 0xf0f0f0f0 0xf0f0f0f0)))))
        (local.set $sum (i32x4.extadd_pairwise_i16x8_s (i16x8.extadd_pairwise_i8x16_s (local.get $sum))))
        (local.set $count (i32.sub (i32.const 0) (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum))))))
        (br_if $near (i32.gt_u (local.get $count) (local.get $units)))
        (local.set $units (i32.sub (local.get $units) (local.get $count)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $block)))
    (block $there
      (loop $character
        (br_if $there (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $count (i32.add
          (i32.ne (i32.and (local.get $byte) (i32.const 0xc0)) (i32.const 0x80))
          (i32.ge_u (local.get $byte) (i32.const 0xf0))))
        (br_if $there (i32.gt_u (local.get $count) (local.get $units)))
        (local.set $units (i32.sub (local.get $units) (local.get $count)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $character)))
    (local.get $at)))
