;; FNV-1a over 64-bit words, folded to 32 bits.
;;
;; sum(hash: i64, at, words) mixes so many words of the memory into the hash; fold(hash) gives the checksum.
;; Every step is a bijection of the hash for a given word and of the word for a given hash, so a change within
;; one word always changes the 64 bits, and their folding misses any damage once in 2^32.
(module
  (memory (export "memory") 1)
  (func (export "sum") (param $hash i64) (param $at i32) (param $words i32) (result i64)
    (local $end i32)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $words) (i32.const 3))))
    (block $done
      (loop $word
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $hash (i64.mul
          (i64.xor (local.get $hash) (i64.load (local.get $at)))
          (i64.const 0x100000001b3)))
        (local.set $hash (i64.xor (local.get $hash) (i64.shr_u (local.get $hash) (i64.const 32))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $word)))
    (local.get $hash))
  (func (export "fold") (param $hash i64) (result i32)
    (i32.xor
      (i32.wrap_i64 (local.get $hash))
      (i32.wrap_i64 (i64.shr_u (local.get $hash) (i64.const 32))))))
