import type { Input as InputOf } from '@tongda/contract/core/endpoint';
import { type updateOrder, voucherInput } from '@tongda/contract/trade/member/order';
import { memberLimits } from '@tongda/contract/trade/member/order-state';
import { DatePicker, Form, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { sendVouchers, VoucherFiles } from './voucher-files';

export interface TransferValues {
  remitDate: Dayjs | null;
  remitName: string;
}

/** Sends the chosen files; answers the transfer as its calls take it. */
export const readTransfer = async (
  { remitDate, remitName }: TransferValues,
  files: readonly File[],
): Promise<Pick<InputOf<typeof updateOrder>, 'fileIds' | 'remitDate' | 'remitName'>> => ({
  fileIds: await sendVouchers(files),
  remitDate: remitDate?.format('YYYY-MM-DD') ?? '',
  remitName: remitName.trim(),
});

/** 汇款凭证: date and payer of the transfer, and the files that prove it. */
export function TransferFields({ files, change }: { files: File[]; change: (files: File[]) => void }) {
  return (
    <section className="kit-form-group">
      <div className="kit-form-group-head">
        <h2>汇款凭证</h2>
        <div className="td-cap">jpg、png 或 pdf，每个不超过10MB，最多{memberLimits.vouchers}个</div>
      </div>
      <div className="kit-form-group-grid">
        <div className="kit-form-field" data-span={4}>
          <Form.Item name="remitDate" label="汇款日期" rules={[{ required: true, message: '请选择汇款日期' }]}>
            <DatePicker maxDate={dayjs()} allowClear={false} />
          </Form.Item>
        </div>
        <div className="kit-form-field" data-span={6}>
          <Form.Item
            name="remitName"
            label="汇款户名"
            rules={[
              {
                validator: async (_rule, value) => {
                  const parsed = voucherInput.shape.remitName.safeParse(value);
                  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
                },
              },
            ]}
          >
            <Input maxLength={100} />
          </Form.Item>
        </div>
        <div className="kit-form-field" data-span={12}>
          <VoucherFiles files={files} change={change} max={memberLimits.vouchers} />
        </div>
      </div>
    </section>
  );
}
