import type { FieldNote, OpenInterfaceDetail } from '@tongda/contract/company/openapi/interfaces';
import { Input, Segmented } from 'antd';
import { useState } from 'react';

interface Props {
  doc: Pick<OpenInterfaceDetail, 'params' | 'result'>;
  value?: FieldNote[];
  onChange?: (notes: FieldNote[]) => void;
  disabled?: boolean;
}

const sides = [
  { value: 'params', label: '入参' },
  { value: 'result', label: '出参' },
] as const;

/** The fields of a call, as the program defines them, each with room for words in place of the product's own. */
export function NotesInput({ doc, value = [], onChange, disabled }: Props) {
  const [side, setSide] = useState<'params' | 'result'>('params');
  const write = (path: string, note: string): void => {
    const others = value.filter((one) => one.side !== side || one.path !== path);
    onChange?.(note === '' ? others : [...others, { side, path, note }]);
  };
  return (
    <div className="company-openapi-manage-notes">
      <Segmented aria-label="字段" value={side} onChange={setSide} options={[...sides]} />
      <div className="company-openapi-manage-fields">
        <table className="company-openapi-fields">
          <thead>
            <tr>
              <th>名称</th>
              <th>类型</th>
              {side === 'params' ? <th>必填</th> : null}
              <th>说明，不填用灰色的默认说明</th>
              <th>取值</th>
            </tr>
          </thead>
          <tbody>
            {doc[side].map((field) => (
              <tr key={field.path}>
                <td style={{ paddingLeft: 12 + field.depth * 18 }}>
                  <code>{field.name}</code>
                </td>
                <td>{field.type}</td>
                {side === 'params' ? <td>{field.required ? '是' : '否'}</td> : null}
                <td>
                  <Input
                    size="small"
                    aria-label={`${field.name}的说明`}
                    maxLength={100}
                    disabled={disabled}
                    placeholder={field.label}
                    value={value.find((one) => one.side === side && one.path === field.path)?.note ?? ''}
                    onChange={(event) => write(field.path, event.target.value)}
                  />
                </td>
                <td>{field.rule}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
