import {
  maxReceiptPages,
  type ReceiptDetail,
  receiptDetail,
  receiptPage,
  receiptSave,
  receiptStatusCount,
} from '@tongda/contract/transport/receipt/calls';
import { useParams } from 'react-router';
import { Panel } from '../../../kit/detail/panel';
import { type Picture, PictureInput } from '../../../kit/files/pictures';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import { EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import { DateField, NumberField, TextAreaField, TextField } from '../../../kit/form/input/fields';
import { useStaleAfter } from '../../../kit/live/use-stale-after';
import { formatNumber, shortTime } from '../../../kit/show/format';
import { StageDot } from './cells';
import { receiptLinks } from './links';
import './styles.css';

const stale = [receiptPage, receiptStatusCount, receiptDetail];

const toForm = (loaded: ReceiptDetail | null): Values => ({
  signer: loaded?.signer ?? '',
  signTime: loaded?.signTime ?? '',
  signPieces: loaded?.signPieces ?? 0,
  rejectPieces: loaded?.rejectPieces ?? 0,
  rejectReason: loaded?.rejectReason ?? '',
  pages: loaded?.pages ?? [],
  remark: loaded?.remark ?? '',
});
const toInput = (values: Values, loaded: ReceiptDetail | null): Values => ({
  ...values,
  // the field holds pictures, as toForm put them there
  pages: ((values.pages ?? []) as Picture[]).map(({ id }) => id),
  orderCode: loaded?.orderCode,
  version: loaded?.version,
});
/** Names of the pictures, for the list of changes. */
const pageNames = (value: unknown): string =>
  // the field holds pictures, as toForm put them there
  ((value ?? []) as Picture[]).map(({ name }) => name).join('、') || '--';

/** 上传/编辑回单 of one order. */
export function ReceiptEditPage() {
  const { orderCode = '' } = useParams();
  useStaleAfter(stale);
  return (
    <EditPage<ReceiptDetail, typeof receiptSave>
      noun="回单"
      id={orderCode}
      load={receiptDetail}
      save={receiptSave}
      toForm={toForm}
      toInput={toInput}
      back={receiptLinks.list}
      head={(loaded) => ({ code: loaded.receiptNo, status: <StageDot stage={loaded.stage} />, meta: loaded.orderCode })}
      aside={(loaded) => (loaded ? <Delivered receipt={loaded} /> : null)}
      body={(loaded) => (
        <>
          <FieldGroup title="回单图片" hint={`1~${maxReceiptPages}页，JPG、PNG 或 PDF，每页不超过10MB；可拖入`}>
            <EditField name="pages" label="图片" span={12} verb="选择" show={pageNames}>
              <PictureInput label="回单图片" max={maxReceiptPages} kind="document" />
            </EditField>
          </FieldGroup>
          <FieldGroup title="签收信息" hint="按纸面核对，实签与拒收之和等于送达件数">
            <TextField name="signer" label="签收人" />
            <DateField name="signTime" label="签收时间" time />
            <NumberField name="signPieces" label="实签件数" />
            <NumberField name="rejectPieces" label="拒收件数" />
            <TextField name="rejectReason" label="拒收原因" span={6} />
            <TextAreaField name="remark" label="备注" span={12} rows={2} />
          </FieldGroup>
          {loaded?.auditRemark ? <p className="transport-receipt-bad">上次驳回：{loaded.auditRemark}</p> : null}
        </>
      )}
    />
  );
}

function Delivered({ receipt }: { receipt: ReceiptDetail }) {
  return (
    <Panel title="送达">
      <dl className="transport-receipt-facts">
        <dt>收货人</dt>
        <dd>{receipt.receiver}</dd>
        <dt>送达件数</dt>
        <dd>{formatNumber(receipt.deliveredPieces)} 件</dd>
        <dt>发车时间</dt>
        <dd>{shortTime(receipt.departTime)}</dd>
        <dt>应返时间</dt>
        <dd className={receipt.overdueDays > 0 ? 'transport-receipt-bad' : undefined}>{shortTime(receipt.dueTime)}</dd>
      </dl>
    </Panel>
  );
}
