import { type ReceiptLine, receiptSend } from '@tongda/contract/transport/receipt/calls';
import { AutoComplete, Input } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import './styles.css';

const companies = ['顺丰速运', '中通快递', '圆通速递', '京东物流', '德邦快递', '邮政EMS'].map((value) => ({ value }));

/** 寄出: many receipts go into one parcel with one tracking number. */
export function SendDialog(props: { orderCodes: string[]; done: (lines: ReceiptLine[]) => void; close: () => void }) {
  const { orderCodes, done, close } = props;
  const [company, setCompany] = useState('');
  const [no, setNo] = useState('');
  return (
    <FormDialog
      endpoint={receiptSend}
      input={{ orderCodes, expressCompany: company, expressNo: no.trim() }}
      ready={company.trim().length >= 2 && no.trim().length >= 5}
      done={done}
      close={close}
      width={420}
      title={`寄出 ${orderCodes.length} 张回单`}
      okText="寄出"
    >
      <div className="transport-receipt-form">
        <label htmlFor="rcp-company">
          快递公司
          <AtField name="expressCompany">
            <AutoComplete
              id="rcp-company"
              options={companies}
              value={company}
              onChange={setCompany}
              placeholder="选择或输入"
            />
          </AtField>
        </label>
        <label htmlFor="rcp-no">
          快递单号
          <AtField name="expressNo">
            <Input
              id="rcp-no"
              value={no}
              onChange={(event) => setNo(event.target.value)}
              placeholder="5~40位字母或数字"
              maxLength={40}
            />
          </AtField>
        </label>
      </div>
    </FormDialog>
  );
}
