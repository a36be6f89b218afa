import { Alert, Segmented } from 'antd';
import { memo, useEffect, useMemo, useState } from 'react';
import { formatNumber } from '../../../kit/show/format';
import { Barcode, QrMark } from '../../base/print/door';
import { type Label, type Labelled, labelsOf } from './label-model';
import { tempWish } from './parts';

const ways = [
  { value: 'piece' as const, label: '每件一张' },
  { value: 'order' as const, label: '每单一张' },
];

/** Labels that are drawn before the browser may paint again: a whole roll at once would block the page for half a minute. */
const piece = 10;

interface LabelsProps {
  company: string;
  orders: readonly Labelled[];
  /** how many labels are still to be made; 0 = all are there */
  waiting: (left: number) => void;
}

/** Labels of 100 × 70 mm, one a piece or one an order, made a few at a time. */
export function Labels({ company, orders, waiting }: LabelsProps) {
  const [each, setEach] = useState<'piece' | 'order'>('piece');
  const { labels, left } = useMemo(() => labelsOf(orders, each), [orders, each]);
  const made = useInPieces(labels, waiting);
  return (
    <>
      <div className="base-print-ways">
        <Segmented options={ways} value={each} onChange={setEach} />
        <span className="td-cap" role="status">
          共 {formatNumber(labels.length)} 张，标签纸 100 × 70 mm
          {made < labels.length ? `；正在生成第 ${formatNumber(made)} 张` : ''}
        </span>
        {left > 0 ? (
          <Alert
            type="warning"
            showIcon
            title={`一次最多打印 ${formatNumber(labels.length)} 张，还有 ${formatNumber(left)} 张未列出，请分批选择订单，或改为每单一张`}
          />
        ) : null}
      </div>
      {labels.slice(0, made).map((label) => (
        <LabelPaper key={label.code} company={company} label={label} each={each} />
      ))}
    </>
  );
}

/** How many of the labels stand on the page by now. */
function useInPieces(labels: readonly Label[], waiting: LabelsProps['waiting']): number {
  const [made, setMade] = useState({ labels, count: piece });
  const count = Math.min(labels.length, made.labels === labels ? made.count : piece);
  useEffect(() => {
    waiting(labels.length - count);
    if (count === labels.length) return;
    const timer = window.setTimeout(() => setMade({ labels, count: count + piece }));
    return () => window.clearTimeout(timer);
  }, [labels, count, waiting]);
  return count;
}

interface LabelPaperProps {
  company: string;
  label: Label;
  each: 'piece' | 'order';
}

/** A label is drawn once and stays while others are added. */
const LabelPaper = memo(function LabelPaper({ company, label, each }: LabelPaperProps) {
  const { order, code } = label;
  return (
    <section className="transport-print-label" aria-label={`标签 ${code}`}>
      <div className="transport-print-label-top">
        <div>
          <p className="base-print-small">{company}</p>
          <p className="transport-print-to">{order.receiver}</p>
          <p>{order.receivePhone}</p>
        </div>
        <QrMark text={code} heightMm={20} />
      </div>
      <p className="transport-print-address">{order.receiveAddress}</p>
      <p>
        {order.customerName}　{label.cargoName}
      </p>
      <div className="transport-print-label-row">
        <b>{tempWish(order)}</b>
        <b>{each === 'piece' ? `${label.no}/${label.of} ${label.packUnit}` : `共 ${formatNumber(label.of)} 件`}</b>
      </div>
      <div className="transport-print-label-code">
        <Barcode text={code} heightMm={13} />
        <span>{code}</span>
      </div>
    </section>
  );
});
