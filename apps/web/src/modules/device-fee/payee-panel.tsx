import type { RenewDetail } from '@tongda/contract/device-fee/fee';
import { Alert, Button } from 'antd';
import { Copy } from 'lucide-react';
import { copyText } from '../../kit/copy';
import { yuan } from '../../kit/money';

/** Where to send the money, and the words by which it is found. */
export function PayeePanel({ order }: { order: Pick<RenewDetail, 'payee' | 'transferCode' | 'amountFen'> }) {
  const { payee } = order;
  if (!payee) return <Alert type="warning" showIcon title="还没有收款账户，请联系服务商获取汇款信息" />;
  const lines: Array<[string, string]> = [
    ['收款户名', payee.accountName],
    ['开户行', payee.bankName],
    ['账号', payee.accountNo],
    ['汇款金额', `${yuan(order.amountFen)} 元`],
    ['汇款附言码', order.transferCode],
  ];
  return (
    <section className="td-group" aria-label="汇款信息">
      <div className="td-group-head">
        <h2>汇款信息</h2>
        <div className="td-cap">汇款时在附言中填写附言码</div>
      </div>
      <dl className="td-facts">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {label === '账号' || label === '汇款附言码' ? (
                <Button
                  type="text"
                  size="small"
                  icon={<Copy />}
                  aria-label={`复制${label}`}
                  onClick={() => void copyText(value)}
                />
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
