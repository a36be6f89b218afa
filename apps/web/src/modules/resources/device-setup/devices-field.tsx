import { Input } from 'antd';
import { AtField } from '../../../kit/dialog/act-bar';

/** Numbers as somebody pastes them: by lines, commas or spaces. */
export const numbersIn = (pasted: string): string[] => [...new Set(pasted.split(/[\s,，;；、]+/u).filter(Boolean))];

/** Devices by their numbers; none of them means all of the model. */
export function DevicesField({ model, value, put }: { model: string; value: string; put: (value: string) => void }) {
  const count = numbersIn(value).length;
  return (
    <AtField
      name="deviceNos"
      label="设备编号"
      htmlFor="setup-devices"
      extra={count === 0 ? `每行一个；留空为型号 ${model} 的全部设备` : `已填 ${count} 台`}
    >
      <Input.TextArea id="setup-devices" autoFocus rows={4} value={value} onChange={(e) => put(e.target.value)} />
    </AtField>
  );
}
