import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { tyreWords } from '@tongda/contract/rules/alarm-rule/words';
import type { RuleParameter } from '../../resources/card/door';

/** Tyre pressure monitoring, parameter of T/JSATL 12. */
const TYRES = 0xf366;
/** The unit of its pressures: 0 kg/cm², 1 bar, 2 kPa, 3 PSI. */
const kiloPascal = 2;

/**
 * What a rule 车辆故障 sets in the monitoring of tyres. Its unit holds for all three pressures, so that they are written together; what the rule does not speak of
 * stays as it is. Empty when the rule has no bounds of tyres.
 */
export function tyreParameters(params: RuleParams['fault']): RuleParameter[] {
  const { faults, tyreNormalKpa, tyreLowKpa, tyreHighKpa, tyreHighC } = params;
  const words = faults.includes('tyre') ? tyreWords(params) : [];
  if (words.length === 0) return [];
  const fields: Record<string, number> = {};
  if (tyreNormalKpa !== null && tyreLowKpa !== null && tyreHighKpa !== null) {
    fields.pressureUnit = kiloPascal;
    fields.normalPressure = tyreNormalKpa;
    fields.lowPressure = tyreLowKpa;
    fields.highPressure = tyreHighKpa;
  }
  if (tyreHighC !== null) fields.highTemperature = tyreHighC;
  return [{ id: TYRES, words: words.join('、'), fields }];
}
