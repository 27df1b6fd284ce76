;; FNV-1a over 32-bit words in sixteen lanes, folded to 32 bits, see `checksum.ts`.
;;
;; start(state) initialises the sixteen lanes at $state; sum(state, at, blocks) mixes blocks of 64 bytes into them;
;; fold(state, length) returns the checksum. Every step is a bijection of the hash for a given word and of the word for a
;; given hash, so a change within one word always changes the checksum; other damage goes undetected once in 2^32.
;;
;; Assembled into _checksum_wasm.ts by `deno task wasm`; run it after a change. A property test compares it with the plain
;; reference implementation in tests/index/_plain_checksum.ts.
(module
  (import "env" "memory" (memory 1))
  (func (export "start") (param $state i32)
    (local $i i32)
    (loop $lane
      (i32.store (i32.add (local.get $state) (local.get $i)) (i32.const 0x811c9dc5))
      (local.set $i (i32.add (local.get $i) (i32.const 4)))
      (br_if $lane (i32.lt_u (local.get $i) (i32.const 64)))))
  (func (export "sum") (param $state i32) (param $at i32) (param $blocks i32)
    (local $end i32) (local $prime v128) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $blocks) (i32.const 6))))
    (local.set $prime (i32x4.splat (i32.const 0x01000193)))
    (local.set $a (v128.load (local.get $state)))
    (local.set $b (v128.load offset=16 (local.get $state)))
    (local.set $c (v128.load offset=32 (local.get $state)))
    (local.set $d (v128.load offset=48 (local.get $state)))
    (block $done
      (loop $block
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $a (i32x4.mul (v128.xor (local.get $a) (v128.load (local.get $at))) (local.get $prime)))
        (local.set $a (v128.xor (local.get $a) (i32x4.shr_u (local.get $a) (i32.const 15))))
        (local.set $b (i32x4.mul (v128.xor (local.get $b) (v128.load offset=16 (local.get $at))) (local.get $prime)))
        (local.set $b (v128.xor (local.get $b) (i32x4.shr_u (local.get $b) (i32.const 15))))
        (local.set $c (i32x4.mul (v128.xor (local.get $c) (v128.load offset=32 (local.get $at))) (local.get $prime)))
        (local.set $c (v128.xor (local.get $c) (i32x4.shr_u (local.get $c) (i32.const 15))))
        (local.set $d (i32x4.mul (v128.xor (local.get $d) (v128.load offset=48 (local.get $at))) (local.get $prime)))
        (local.set $d (v128.xor (local.get $d) (i32x4.shr_u (local.get $d) (i32.const 15))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $block)))
    (v128.store (local.get $state) (local.get $a))
    (v128.store offset=16 (local.get $state) (local.get $b))
    (v128.store offset=32 (local.get $state) (local.get $c))
    (v128.store offset=48 (local.get $state) (local.get $d)))
  (func $mix (param $hash i32) (param $word i32) (result i32)
    (local.set $hash (i32.mul (i32.xor (local.get $hash) (local.get $word)) (i32.const 0x01000193)))
    (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))))
  (func (export "fold") (param $state i32) (param $length i32) (result i32)
    (local $hash i32) (local $i i32)
    (local.set $hash (i32.const 0x811c9dc5))
    (loop $lane
      (local.set $hash (call $mix (local.get $hash) (i32.load (i32.add (local.get $state) (local.get $i)))))
      (local.set $i (i32.add (local.get $i) (i32.const 4)))
      (br_if $lane (i32.lt_u (local.get $i) (i32.const 64))))
    (call $mix (local.get $hash) (local.get $length))))
