import { Alert, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { num } from '../../kit/format';
import { Barcode, QrMark } from './barcode';
import { type Label, type Labelled, labelsOf } from './label-model';
import { tempWish } from './parts';

const ways = [
  { value: 'piece' as const, label: '每件一张' },
  { value: 'order' as const, label: '每单一张' },
];

/** Labels of 100 × 70 mm, one a piece or one an order. */
export function Labels({ company, orders }: { company: string; orders: readonly Labelled[] }) {
  const [each, setEach] = useState<'piece' | 'order'>('piece');
  const { labels, left } = useMemo(() => labelsOf(orders, each), [orders, each]);
  return (
    <>
      <div className="prt-ways">
        <Segmented options={ways} value={each} onChange={setEach} />
        <span className="td-cap">共 {num(labels.length)} 张，标签纸 100 × 70 mm</span>
        {left > 0 ? (
          <Alert
            type="warning"
            showIcon
            title={`一次最多打印 ${num(labels.length)} 张，还有 ${num(left)} 张未列出，请分批选择订单，或改为每单一张`}
          />
        ) : null}
      </div>
      {labels.map((label) => (
        <LabelPaper key={label.code} company={company} label={label} each={each} />
      ))}
    </>
  );
}

function LabelPaper({ company, label, each }: { company: string; label: Label; each: 'piece' | 'order' }) {
  const { order, code } = label;
  return (
    <section className="prt-label" aria-label={`标签 ${code}`}>
      <div className="prt-label-top">
        <div>
          <p className="prt-small">{company}</p>
          <p className="prt-to">{order.receiver}</p>
          <p>{order.receivePhone}</p>
        </div>
        <QrMark text={code} heightMm={20} />
      </div>
      <p className="prt-address">{order.receiveAddress}</p>
      <p>
        {order.customerName}　{label.cargoName}
      </p>
      <div className="prt-label-row">
        <b>{tempWish(order)}</b>
        <b>{each === 'piece' ? `${label.no}/${label.of} ${label.packUnit}` : `共 ${num(label.of)} 件`}</b>
      </div>
      <div className="prt-label-code">
        <Barcode text={code} heightMm={13} />
        <span>{code}</span>
      </div>
    </section>
  );
}
