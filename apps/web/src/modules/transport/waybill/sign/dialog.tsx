import { orderRevokeSign, orderSign } from '@tongda/contract/transport/waybill/calls';
import { Input, InputNumber } from 'antd';
import { useState } from 'react';
import { call } from '../../../../kit/call/api';
import { AtField } from '../../../../kit/dialog/act-bar';
import { FormDialog } from '../../../../kit/dialog/form';
import { ReasonDialog } from '../reason-dialog';
import '../styles.css';

interface SignDialogProps {
  orderCode: string;
  receiver: string;
  /** that were delivered */
  pieces: number;
  done: () => void;
  close: () => void;
}

/** 签收: who took the goods, how many pieces, and why he refused the rest. */
export function SignDialog({ orderCode, receiver, pieces, done, close }: SignDialogProps) {
  const [signer, setSigner] = useState('');
  const [reject, setReject] = useState(0);
  const [why, setWhy] = useState('');
  const ready = signer.trim().length >= 2 && (reject === 0 || why.trim() !== '');
  return (
    <FormDialog
      endpoint={orderSign}
      input={{
        orderCode,
        signer: signer.trim(),
        signPieces: pieces - reject,
        rejectPieces: reject,
        rejectReason: reject > 0 ? why.trim() : null,
      }}
      ready={ready}
      told={`${orderCode} 已签收`}
      done={done}
      close={close}
      width={420}
      title={`签收 ${orderCode}`}
      okText="签收"
    >
      <div className="transport-waybill-sign">
        <p className="td-cap">
          {receiver}　送达 {pieces} 件
        </p>
        <div className="transport-waybill-field">
          签收人
          <AtField name="signer">
            <Input
              aria-label="签收人"
              value={signer}
              maxLength={20}
              placeholder="2~20个字"
              onChange={(event) => setSigner(event.target.value)}
            />
          </AtField>
        </div>
        <div className="transport-waybill-field">
          拒收件数
          <AtField name="rejectPieces">
            <InputNumber
              aria-label="拒收件数"
              value={reject}
              min={0}
              max={pieces}
              precision={0}
              onChange={(n) => setReject(n ?? 0)}
            />
          </AtField>
        </div>
        <div className="transport-waybill-field">
          实签件数
          <b>{pieces - reject}</b>
        </div>
        {reject > 0 ? (
          <div className="transport-waybill-field">
            拒收原因
            <AtField name="rejectReason">
              <Input
                aria-label="拒收原因"
                value={why}
                maxLength={100}
                placeholder="必填"
                onChange={(event) => setWhy(event.target.value)}
              />
            </AtField>
          </div>
        ) : null}
      </div>
    </FormDialog>
  );
}

/** 撤销签收, with a reason. */
export function RevokeSignDialog(props: { orderCode: string; done: () => void; close: () => void }) {
  const { orderCode, done, close } = props;
  return (
    <ReasonDialog
      title={`撤销签收 ${orderCode}`}
      label="撤销原因"
      ok="撤销签收"
      hint="签收后24小时内可以撤销，订单回到运输中。"
      send={(reason) => call(orderRevokeSign, { orderCode, reason })}
      told={() => `${orderCode} 已撤销签收`}
      done={done}
      close={close}
    />
  );
}
