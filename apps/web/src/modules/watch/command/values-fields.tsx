import type { InstructParam, InstructValues } from '@tongda/contract/watch/command/edition';
import { instructParamType } from '@tongda/contract/watch/command/edition-enums';
import { Input, Select } from 'antd';
import { AtField } from '../../../kit/dialog/act-bar';

/** What may be typed, in words: `1~3600`, `十六进制`. */
function hintOf({ type, length, min, max, required }: InstructParam): string {
  const optional = required ? '' : '选填';
  if (type === instructParamType.int && (min !== null || max !== null))
    return [`${min ?? 0}~${max ?? 2 ** (8 * length) - 1}`, optional].filter(Boolean).join('，');
  if (type === instructParamType.bytes)
    return [length > 0 ? `十六进制${length}字节` : '十六进制', optional].filter(Boolean).join('，');
  return optional;
}

/** The values of a command's parameters, as they begin. */
export const startOf = (params: readonly InstructParam[]): InstructValues =>
  Object.fromEntries(params.map(({ key, fallback }) => [key, fallback]));

/** One control for each parameter of a command. */
export function ValuesFields(props: {
  params: readonly InstructParam[];
  values: InstructValues;
  put: (values: InstructValues) => void;
}) {
  const { params, values, put } = props;
  return (
    <div className="watch-command-pair">
      {params.map((param) => {
        const { key, name, type, options } = param;
        const set = (value: string): void => put({ ...values, [key]: value });
        return (
          <AtField key={key} name={`values.${key}`} label={name} htmlFor={`value-${key}`} extra={hintOf(param)}>
            {type === instructParamType.enum ? (
              <Select
                id={`value-${key}`}
                allowClear
                value={String(values[key] ?? '') || undefined}
                options={options.map((option) => ({ value: String(option.code), label: option.name }))}
                onChange={(code) => set(code ?? '')}
              />
            ) : (
              <Input id={`value-${key}`} value={String(values[key] ?? '')} onChange={(e) => set(e.target.value)} />
            )}
          </AtField>
        );
      })}
    </div>
  );
}
