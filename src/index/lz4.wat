;; Decodes a block in the LZ4 block format (lz4/doc/lz4_Block_format.md).
;;
;; decode(src, end, dst) reads the block from $src to $end, writes the text at $dst and returns where it ends.
;; A block that was damaged may trap (out of bounds), which the caller's checksums rule out before.
;;
;; Most stretches are short, and a memory.copy is a call out of the module. So they are copied 16 bytes at a time, up
;; to 15 bytes too many, which the next stretch overwrites; the memory has 16 bytes more than the text takes.
(module
  (memory (export "memory") 8)
  (func (export "decode") (param $src i32) (param $end i32) (param $dst i32) (result i32)
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
      (if (i32.ge_u (local.get $src) (local.get $end)) (then (return (local.get $dst))))

      ;; A match: two bytes of distance, the low half of the token plus 4 of length.
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
          ;; It runs into itself: bytes just written are read again.
          (loop $copy
            (i32.store8 (local.get $dst) (i32.load8_u (local.get $from)))
            (local.set $from (i32.add (local.get $from) (i32.const 1)))
            (local.set $dst (i32.add (local.get $dst) (i32.const 1)))
            (br_if $copy (i32.lt_u (local.get $dst) (local.get $stop))))))
      (local.set $dst (local.get $stop))
      (br $sequence))
    unreachable))
