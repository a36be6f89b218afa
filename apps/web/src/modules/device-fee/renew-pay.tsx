import {
  feePage,
  feeSummary,
  type RenewDetail,
  renewDetail,
  renewPage,
  renewVoucher,
} from '@tongda/contract/device-fee/fee';
import { memberPayType } from '@tongda/contract/enums/member';
import { Button, Upload } from 'antd';
import { Upload as UploadIcon } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../kit/api';
import { reportError, toast } from '../../kit/notify';
import { refusalOf, uploadFile } from '../../kit/upload-file';
import { useInvalidate } from '../../kit/use-list';
import { feeLinks } from './links';
import { PayeePanel } from './payee-panel';

/** Step 3: where the money goes, and the voucher of the transfer. Payment online appears with a payment provider. */
export function PayStep({ order }: { order: RenewDetail }) {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const take = async (chosen: File): Promise<void> => {
    const why = await refusalOf('document', chosen);
    const taken = /\.(?:jpe?g|png|pdf)$/iu.test(chosen.name);
    if (why || !taken) toast('warning', why ?? '凭证应为 jpg、png 或 pdf');
    else setFile(chosen);
  };
  const send = async (): Promise<void> => {
    if (!file) return;
    setBusy(true);
    try {
      const saved = await uploadFile('document', file, file.name);
      await call(renewVoucher, { orderNo: order.orderNo, version: order.version, fileId: saved.id });
      for (const stale of [renewDetail, renewPage, feePage, feeSummary]) await invalidate(stale);
      void navigate(feeLinks.step(4, order.orderNo));
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className="fee-step">
        <p>
          订单 {order.orderNo}，支付方式：{memberPayType.label(memberPayType.offline)}。请在{' '}
          <b>{order.expireAt.slice(0, 16)}</b> 前汇款并上传凭证，逾期自动取消。
        </p>
        <PayeePanel order={order} />
        <section className="td-group">
          <div className="td-group-head">
            <h2>汇款凭证</h2>
            <div className="td-cap">jpg、png 或 pdf，不超过10MB</div>
          </div>
          <div className="fee-voucher">
            <Upload
              accept=".jpg,.jpeg,.png,.pdf"
              maxCount={1}
              fileList={file ? [{ uid: '1', name: file.name }] : []}
              beforeUpload={(chosen) => {
                void take(chosen);
                return false;
              }}
              onRemove={() => setFile(null)}
            >
              <Button icon={<UploadIcon />}>选择凭证文件</Button>
            </Upload>
            {order.hasVoucher ? <p className="td-cap">已上传过凭证（{order.voucherTime}），重新上传会替换。</p> : null}
          </div>
        </section>
      </div>
      <footer className="td-edit-bar">
        <span className="td-edit-bar-right">
          <Button onClick={() => void navigate(feeLinks.orders)}>稍后付款</Button>
          <Button type="primary" disabled={!file} loading={busy} onClick={() => void send()}>
            提交凭证
          </Button>
        </span>
      </footer>
    </>
  );
}
