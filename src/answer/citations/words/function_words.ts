/** English words that carry no content of their own. */
export const FUNCTION_WORDS: readonly string[] = `
  a about above again all also an and any are as at be because been being
  below both but by can cannot case could did do does doing done down each
  else etc example few for from further get gets got had has have having he
  her here his how i if in into is it its itself just let like made make makes
  may me might more most must my need needs neither never no none nor not note
  nothing of off on once one ones only onto or other our out over own per same
  see set shall she should since so some such than that the their them then
  there these they this those to too under unless until up use used uses using
  very via was way we were what when where which while who whom whose why will
  with without would you your yours
`.trim().split(/\s+/);
