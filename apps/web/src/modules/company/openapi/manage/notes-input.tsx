import type { FieldNote, OpenInterfaceDetail } from '@tongda/contract/company/openapi/interfaces';
import { Input, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';

interface Props {
  doc: Pick<OpenInterfaceDetail, 'params' | 'result' | 'errors'>;
  value?: FieldNote[];
  onChange?: (notes: FieldNote[]) => void;
  disabled?: boolean;
}

const sides = [
  { value: 'params', label: '入参' },
  { value: 'result', label: '出参' },
  { value: 'errors', label: '错误码' },
] as const;

/** The fields of a call and the codes of its answers, as the program defines them, each with room for words in place of the product's own. */
export function NotesInput({ doc, value = [], onChange, disabled }: Props) {
  const [side, setSide] = useState<FieldNote['side']>('params');
  const write = (path: string, note: string): void => {
    const others = value.filter((one) => one.side !== side || one.path !== path);
    onChange?.(note === '' ? others : [...others, { side, path, note }]);
  };
  const words = (path: string, name: string, usual: string) => (
    <Input
      size="small"
      aria-label={`${name}的说明`}
      maxLength={100}
      disabled={disabled}
      placeholder={usual}
      value={value.find((one) => one.side === side && one.path === path)?.note ?? ''}
      onChange={(event) => write(path, event.target.value)}
    />
  );
  return (
    <div className="company-openapi-manage-notes">
      <Segmented aria-label="字段" value={side} onChange={setSide} options={[...sides]} />
      <div className="company-openapi-manage-fields">
        {side === 'errors' ? (
          <Codes errors={doc.errors} words={words} />
        ) : (
          <Fields fields={doc[side]} asked={side === 'params'} words={words} />
        )}
      </div>
    </div>
  );
}

/** The input for the words of one line. */
type Words = (path: string, name: string, usual: string) => ReactNode;

function Fields({ fields, asked, words }: { fields: OpenInterfaceDetail['params']; asked: boolean; words: Words }) {
  return (
    <table className="company-openapi-fields">
      <thead>
        <tr>
          <th>名称</th>
          <th>类型</th>
          {asked ? <th>必填</th> : null}
          <th>说明，不填用灰色的默认说明</th>
          <th>取值</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.path}>
            <td style={{ paddingLeft: 12 + field.depth * 18 }}>
              <code>{field.name}</code>
            </td>
            <td>{field.type}</td>
            {asked ? <td>{field.required ? '是' : '否'}</td> : null}
            <td>{words(field.path, field.name, field.label)}</td>
            <td>{field.rule}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Codes({ errors, words }: { errors: OpenInterfaceDetail['errors']; words: Words }) {
  return (
    <table className="company-openapi-fields">
      <thead>
        <tr>
          <th>code</th>
          <th>此接口返回它的含义，不填用灰色的默认说明</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(({ code, text }) => (
          <tr key={code}>
            <td>
              <code>{code}</code>
            </td>
            <td>{words(code, code, text)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
