import { type ReceiptLine, receiptSend } from '@tongda/contract/transport/receipt/calls';
import { AutoComplete, Input, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError } from '../../../kit/dialog/notify';
import './styles.css';

const companies = ['顺丰速运', '中通快递', '圆通速递', '京东物流', '德邦快递', '邮政EMS'].map((value) => ({ value }));

/** 寄出: one parcel, one number, many receipts. */
export function SendDialog(props: { orderCodes: string[]; done: (lines: ReceiptLine[]) => void; close: () => void }) {
  const { orderCodes, done, close } = props;
  const [company, setCompany] = useState('');
  const [no, setNo] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      done(await call(receiptSend, { orderCodes, expressCompany: company, expressNo: no.trim() }));
      close();
    } catch (error) {
      reportError(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={420}
      title={`寄出 ${orderCodes.length} 张回单`}
      okText="寄出"
      okButtonProps={{ loading: busy, disabled: company.trim().length < 2 || no.trim().length < 5 }}
      onOk={() => void send()}
      onCancel={close}
    >
      <div className="rcp-form">
        <label htmlFor="rcp-company">
          快递公司
          <AutoComplete
            id="rcp-company"
            options={companies}
            value={company}
            onChange={setCompany}
            placeholder="选择或输入"
          />
        </label>
        <label htmlFor="rcp-no">
          快递单号
          <Input
            id="rcp-no"
            value={no}
            onChange={(event) => setNo(event.target.value)}
            placeholder="5~40位字母或数字"
            maxLength={40}
          />
        </label>
      </div>
    </Modal>
  );
}
