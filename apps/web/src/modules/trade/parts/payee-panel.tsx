import { Alert, Button } from 'antd';
import { Copy } from 'lucide-react';
import { copyText } from '../../../kit/show/copy';
import { formatYuan } from '../../../kit/show/money';
import '../../../kit/detail/facts.css';
import './payee-panel.css';

interface PayeePanelProps {
  /** null: the provider has not entered an account yet */
  payee: { accountName: string; bankName: string; accountNo: string } | null;
  amountFen: number;
  /** what the payer writes into the transfer, by which the provider finds it: what it is (订单号), and itself */
  note: { label: string; text: string };
}

/** Where to send the money of an order. */
export function PayeePanel({ payee, amountFen, note }: PayeePanelProps) {
  if (!payee) return <Alert type="warning" showIcon title="还没有收款账户，请联系服务商获取汇款信息" />;
  const lines: Array<[label: string, value: string, copied: string | null]> = [
    ['收款户名', payee.accountName, payee.accountName],
    ['开户行', payee.bankName, null],
    ['账号', payee.accountNo, payee.accountNo.replace(/\s/gu, '')],
    ['汇款金额', `${formatYuan(amountFen)} 元`, (amountFen / 100).toFixed(2)],
    [note.label, note.text, note.text],
  ];
  return (
    <section className="kit-form-group trade-parts-payee" aria-label="汇款信息">
      <div className="kit-form-group-head">
        <h2>汇款信息</h2>
        <div className="td-cap">汇款时在附言中填写{note.label.replace(/^汇款/u, '')}</div>
      </div>
      <dl className="kit-detail-facts">
        {lines.map(([label, value, copied]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {copied === null ? null : (
                <Button
                  type="text"
                  size="small"
                  icon={<Copy />}
                  aria-label={`复制${label}`}
                  onClick={() => void copyText(copied)}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
