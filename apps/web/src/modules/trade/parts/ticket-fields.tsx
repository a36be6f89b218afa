import { ticketType } from '@tongda/contract/trade/member/enums';
import { type TicketField, ticketFault } from '@tongda/contract/trade/member/ticket';
import { Form, Input, Radio } from 'antd';

const boxes: ReadonlyArray<[field: TicketField, label: string, maxLength: number, hint?: string]> = [
  ['title', '发票抬头', 100],
  ['taxNo', '税号', 20, '15~20位数字或大写字母'],
  ['email', '接收邮箱', 100],
  ['phone', '电话', 30],
  ['bank', '开户行', 100],
  ['bankAccount', '账号', 50],
  ['address', '地址', 200],
];

/** Fields of an invoice title inside a form whose values are one; a special invoice asks for more. */
export function TicketFields() {
  const rule =
    (field: TicketField) =>
    ({ getFieldsValue }: { getFieldsValue: () => unknown }) => ({
      validator: async () => {
        // the form's fields are those of a ticket, each with whatever was typed so far
        const fault = ticketFault(field, getFieldsValue() as Partial<Record<TicketField, unknown>>);
        if (fault !== null) throw new Error(fault);
      },
    });
  return (
    <>
      <div className="kit-form-field" data-span={4}>
        <Form.Item name="type" label="发票类型" rules={[rule('type')]}>
          <Radio.Group options={ticketType.options.map(({ code, name }) => ({ value: code, label: name }))} />
        </Form.Item>
      </div>
      {boxes.map(([field, label, maxLength, hint]) => (
        <div key={field} className="kit-form-field" data-span={4}>
          <Form.Item
            name={field}
            label={<Starred field={field} label={label} />}
            dependencies={['type']}
            rules={[rule(field)]}
          >
            <Input maxLength={maxLength} placeholder={hint} />
          </Form.Item>
        </div>
      ))}
    </>
  );
}

/** A star where the chosen kind of invoice asks for the field. */
function Starred({ field, label }: { field: TicketField; label: string }) {
  const type: unknown = Form.useWatch('type');
  return (
    <>
      {label}
      {ticketFault(field, { type }) === null ? null : (
        <span className="kit-form-field-star" aria-hidden="true">
          *
        </span>
      )}
    </>
  );
}
