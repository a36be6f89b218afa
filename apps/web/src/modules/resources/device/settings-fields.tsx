import {
  bodyEdition,
  checksumRule,
  clockName,
  clockOptions,
  coordinateSystem,
  safetyStandard,
  settingLabels,
  settingWords,
  standardClockMin,
  type TerminalSettings,
} from '@tongda/contract/resources/device/settings';
import { EnumField, NumberField, SelectField, TextField } from '../../../kit/form/input/fields';

/** What holds by the standard where nothing is set. */
const standard: Readonly<Record<keyof TerminalSettings, string>> = {
  bodyEdition: '按报文头',
  clockMin: clockName(standardClockMin),
  coordinates: coordinateSystem.label(coordinateSystem.wgs84),
  checksum: checksumRule.label(checksumRule.strict),
  safetyStandard: '按长度识别',
  alarmBits: '同标准',
  temWires: '同终端',
  humWires: '同终端',
  doorWires: '同终端',
  oilWires: '同终端',
  uploadIntervalS: '不下发',
};

/** A setting in words: its own, its model's, or the standard's. */
export function settingHeld(name: keyof TerminalSettings, ...given: readonly TerminalSettings[]): string {
  for (const settings of given) {
    const words = settingWords(name, settings[name]);
    if (words) return words;
  }
  return standard[name];
}

/** The fields of 协议设置. An empty one says what holds: what the model says, otherwise the standard. */
export function SettingsFields({ model }: { model?: TerminalSettings }) {
  const at = (name: keyof TerminalSettings) => ({
    name,
    label: settingLabels[name],
    span: 6 as const,
    placeholder: settingHeld(name, ...(model ? [model] : [])),
  });
  return (
    <>
      <EnumField {...at('bodyEdition')} of={bodyEdition} />
      <SelectField {...at('clockMin')} options={clockOptions} />
      <EnumField {...at('coordinates')} of={coordinateSystem} />
      <EnumField {...at('checksum')} of={checksumRule} />
      <EnumField {...at('safetyStandard')} of={safetyStandard} />
      <NumberField name="uploadIntervalS" label={settingLabels.uploadIntervalS} unit="秒" span={6} />
      <TextField {...at('alarmBits')} span={12} help="终端位=标准位，如 15=-,16=8；-为忽略该位" />
      <TextField {...at('temWires')} help="各通道取终端的第几路，如 2,1；0为无" />
      <TextField {...at('humWires')} />
      <TextField {...at('doorWires')} />
      <TextField {...at('oilWires')} />
    </>
  );
}
