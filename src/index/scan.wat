;; Cosines of one query with n rows of 4-bit numbers, with SIMD.
;;
;; scan(query: i16[dim] at $q, rows: u4[n][dim] at $v, n, dim, bias, scale, scales: f32[n] at $s, out: f32[n] at $out)
;; writes for each row its dot product with the query times $scale times its own scale, and returns the highest.
;; select(n, least, most, limit, cosines at $c, out, buckets) writes the rows with the highest cosines from $least on: at
;; least $limit (if there are so many) and few more; returns how many. Each is a u64 sort key: the bits of the cosine,
;; mapped so that they order as unsigned integers, then the complement of the row number. To find the threshold it counts
;; cosines in 256 buckets (u32[256] at $buckets) from $least to $most.
;;
;; dim is a multiple of 32. Sixteen bytes of a row hold 32 numbers from 0 to 15: dimensions 0-15 of the block in
;; the low halves, 16-31 in the high halves. They stand for -8 to 7, so the true dot product is the one
;; computed here plus $bias = -8 * (sum of the query), which the caller passes.
;;
;; Assembled into _scan_wasm.ts by `deno task wasm`; run it after a change. A property test compares it with the plain
;; reference implementation in tests/index/_plain_scan.ts.
(module
  (import "env" "memory" (memory 1))
  (func (export "scan")
    (param $q i32) (param $v i32) (param $n i32) (param $dim i32) (param $bias i32) (param $scale f32)
    (param $s i32) (param $out i32) (result f32)
    (local $best f32) (local $cosine f32) (local $end i32) (local $qp i32) (local $qend i32)
    (local $a v128) (local $b v128) (local $x v128) (local $low v128) (local $high v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $n) (i32.const 2))))
    (local.set $qend (i32.add (local.get $q) (i32.shl (local.get $dim) (i32.const 1))))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $qp (local.get $q))
        (loop $step
          (local.set $x (v128.load (local.get $v)))
          (local.set $low (v128.and (local.get $x) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
          (local.set $high (i8x16.shr_u (local.get $x) (i32.const 4)))
          (local.set $a (i32x4.add (local.get $a)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $low)) (v128.load (local.get $qp)))))
          (local.set $b (i32x4.add (local.get $b)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $low)) (v128.load offset=16 (local.get $qp)))))
          (local.set $a (i32x4.add (local.get $a)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $high)) (v128.load offset=32 (local.get $qp)))))
          (local.set $b (i32x4.add (local.get $b)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $high)) (v128.load offset=48 (local.get $qp)))))
          (local.set $v (i32.add (local.get $v) (i32.const 16)))
          (local.set $qp (i32.add (local.get $qp) (i32.const 64)))
          (br_if $step (i32.lt_u (local.get $qp) (local.get $qend))))
        (local.set $a (i32x4.add (local.get $a) (local.get $b)))
        (local.set $cosine (f32.mul
          (f32.mul (local.get $scale) (f32.load (local.get $s)))
          (f32.convert_i32_s
            (i32.add (local.get $bias)
              (i32.add
                (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
                (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a))))))))
        ;; A row without a vector has the scale zero; it ranks after all others.
        (if (f32.eq (f32.load (local.get $s)) (f32.const 0)) (then (local.set $cosine (f32.const -2))))
        (f32.store (local.get $out) (local.get $cosine))
        (local.set $best (f32.max (local.get $best) (local.get $cosine)))
        (local.set $s (i32.add (local.get $s) (i32.const 4)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $row)))
    (local.get $best))
  (func (export "select")
    (param $n i32) (param $least f32) (param $most f32) (param $limit i32)
    (param $c i32) (param $out i32) (param $buckets i32) (result i32)
    (local $at i32) (local $end i32) (local $to i32) (local $sum i32) (local $step i32) (local $scale f32)
    (local $bits i32) (local $cosine f32)
    (memory.fill (local.get $buckets) (i32.const 0) (i32.const 1024))
    (local.set $scale (f32.div (f32.const 255) (f32.sub (local.get $most) (local.get $least))))
    (local.set $end (i32.add (local.get $c) (i32.shl (local.get $n) (i32.const 2))))
    (local.set $at (local.get $c))
    (block $counted (loop $each
      (br_if $counted (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $cosine (f32.load (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br_if $each (f32.lt (local.get $cosine) (local.get $least)))
      (local.set $step (i32.and (i32.const 255)
        (i32.trunc_sat_f32_u (f32.mul (f32.sub (local.get $cosine) (local.get $least)) (local.get $scale)))))
      (local.set $step (i32.add (local.get $buckets) (i32.shl (local.get $step) (i32.const 2))))
      (i32.store (local.get $step) (i32.add (i32.load (local.get $step)) (i32.const 1)))
      (br $each)))
    (local.set $step (i32.const 256))
    (loop $lower
      (local.set $step (i32.sub (local.get $step) (i32.const 1)))
      (local.set $sum (i32.add (local.get $sum)
        (i32.load (i32.add (local.get $buckets) (i32.shl (local.get $step) (i32.const 2))))))
      (br_if $lower (i32.and
        (i32.lt_u (local.get $sum) (local.get $limit))
        (i32.gt_s (local.get $step) (i32.const 0)))))
    (local.set $at (local.get $c))
    (local.set $to (local.get $out))
    (block $done (loop $each
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $cosine (f32.load (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br_if $each (f32.lt (local.get $cosine) (local.get $least)))
      (br_if $each (i32.lt_u (i32.and (i32.const 255)
        (i32.trunc_sat_f32_u (f32.mul (f32.sub (local.get $cosine) (local.get $least)) (local.get $scale)))) (local.get $step)))
      ;; The address has advanced by one row already: -1 - row is (c - at) / 4.
      (i32.store (local.get $to) (i32.shr_s (i32.sub (local.get $c) (local.get $at)) (i32.const 2)))
      (local.set $bits (i32.reinterpret_f32 (local.get $cosine)))
      (i32.store offset=4 (local.get $to) (i32.xor (local.get $bits)
        (i32.or (i32.shr_s (local.get $bits) (i32.const 31)) (i32.const 0x80000000))))
      (local.set $to (i32.add (local.get $to) (i32.const 8)))
      (br $each)))
    (i32.shr_u (i32.sub (local.get $to) (local.get $out)) (i32.const 3))))
