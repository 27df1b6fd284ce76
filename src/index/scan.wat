;; Cosines of one query with n rows of 4-bit numbers, by SIMD.
;;
;; scan(query: i16[dim] at $q, rows: u4[n][dim] at $v, n, dim, bias, scale, scales: f32[n] at $s, out: f32[n] at $out)
;; writes for each row its dot product with the query times $scale times its own scale, and returns the highest.
;; above(n, least, cosines at $c, found at $out) writes the numbers of the rows whose cosine is at least that; returns
;; how many.
;;
;; dim is a multiple of 32. Sixteen bytes of a row hold 32 numbers from 0 to 15: dimensions 0-15 of the block in
;; the low halves, 16-31 in the high halves. They stand for -8 to 7, so that the true dot product is the one
;; computed here plus $bias = -8 * (sum of the query), which the caller knows.
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
        ;; A row without a vector has the scale zero: it is behind all others.
        (if (f32.eq (f32.load (local.get $s)) (f32.const 0)) (then (local.set $cosine (f32.const -2))))
        (f32.store (local.get $out) (local.get $cosine))
        (local.set $best (f32.max (local.get $best) (local.get $cosine)))
        (local.set $s (i32.add (local.get $s) (i32.const 4)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $row)))
    (local.get $best))
  (func (export "above") (param $n i32) (param $least f32) (param $c i32) (param $out i32) (result i32)
    (local $i i32) (local $count i32)
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $i) (local.get $n)))
        (if (f32.ge (f32.load (local.get $c)) (local.get $least)) (then
          (i32.store (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))) (local.get $i))
          (local.set $count (i32.add (local.get $count) (i32.const 1)))))
        (local.set $c (i32.add (local.get $c) (i32.const 4)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $row)))
    (local.get $count)))
