import type { Output } from '@tongda/contract/core/endpoint';
import { customerFigures } from '@tongda/contract/resources/customer/figures';
import { rateTone } from '@tongda/contract/watch/track/day-figures';
import { Table } from 'antd';
import { Asked } from '../../../kit/detail/asked';
import { FigureStrip } from '../../../kit/detail/figure-strip';
import { Rate } from '../../../kit/detail/rate';
import { formatNumber, none, shortTime } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';

type Figures = Output<typeof customerFigures>;
type Month = Figures['months'][number];

const sumOf = (months: readonly Month[], of: (month: Month) => number): number =>
  months.reduce((all, month) => all + of(month), 0);
/** Mean of monthly percentages, each weighted by the number that it was taken from; null without any. */
const meanOf = (
  months: readonly Month[],
  share: (m: Month) => number | null,
  weight: (m: Month) => number,
): number | null => {
  const there = months.filter((m) => share(m) !== null && weight(m) > 0);
  const all = sumOf(there, weight);
  return all === 0 ? null : sumOf(there, (m) => (share(m) ?? 0) * weight(m)) / all;
};
const percentFigure = (value: number | null) => ({
  value: value === null ? none : `${formatNumber(value, 1)}%`,
  tone: value === null ? undefined : rateTone(value),
});

/** 订单统计: orders of six months. */
export function OrderMonths({ id }: { id: string }) {
  return (
    <Asked of={customerFigures} input={{ id }}>
      {(figures) => <Orders months={figures.months} />}
    </Asked>
  );
}

function Orders({ months }: { months: Month[] }) {
  if (sumOf(months, (m) => m.orders) === 0)
    return <Empty title="近6个月没有订单" text="该客户下单后，按月统计在这里" />;
  return (
    <>
      <FigureStrip
        label="近6个月"
        figures={[
          { label: '近6个月订单', value: formatNumber(sumOf(months, (m) => m.orders)), unit: '单' },
          { label: '件数', value: formatNumber(sumOf(months, (m) => m.pieces)), unit: '件' },
          {
            label: '重量',
            value: formatNumber(
              sumOf(months, (m) => m.weightT),
              1,
            ),
            unit: 't',
          },
          { label: '已签收', value: formatNumber(sumOf(months, (m) => m.signed)), unit: '单' },
          {
            label: '签收准时率',
            ...percentFigure(
              meanOf(
                months,
                (m) => m.onTimePercent,
                (m) => m.signed,
              ),
            ),
            hint: '签收时间不晚于要求到达时间的订单占已签收订单的比例',
          },
          { label: '拒收', value: formatNumber(sumOf(months, (m) => m.rejected)), unit: '件' },
        ]}
      />
      <Table<Month>
        size="small"
        rowKey="month"
        dataSource={months}
        pagination={false}
        columns={[
          { dataIndex: 'month', title: '月份', width: 100 },
          { title: '订单', align: 'right', width: 80, render: (_, m) => formatNumber(m.orders) },
          { title: '件数', align: 'right', width: 90, render: (_, m) => formatNumber(m.pieces) },
          { title: '重量(t)', align: 'right', width: 90, render: (_, m) => formatNumber(m.weightT, 2) },
          { title: '体积(m³)', align: 'right', width: 90, render: (_, m) => formatNumber(m.volumeM3, 1) },
          { title: '已签收', align: 'right', width: 80, render: (_, m) => formatNumber(m.signed) },
          { title: '签收准时率', align: 'right', width: 100, render: (_, m) => <Rate percent={m.onTimePercent} /> },
          { title: '拒收(件)', align: 'right', width: 90, render: (_, m) => formatNumber(m.rejected) },
          { title: '' },
        ]}
      />
    </>
  );
}

/** 温度合格率 by month, and the orders that were outside their limits. */
export function TemperatureMonths({ id }: { id: string }) {
  return (
    <Asked of={customerFigures} input={{ id }}>
      {(figures) => <Temperatures figures={figures} />}
    </Asked>
  );
}

function Temperatures({ figures: { months, over } }: { figures: Figures }) {
  const measured = sumOf(months, (m) => m.measured);
  if (measured === 0)
    return <Empty title="近6个月没有温度数据" text="有温度要求的订单运输完成后，按运输途中的温度计算" />;
  return (
    <>
      <FigureStrip
        label="近6个月"
        figures={[
          {
            label: '近6个月温度合格率',
            ...percentFigure(
              meanOf(
                months,
                (m) => m.tempPercent,
                (m) => m.measured,
              ),
            ),
            hint: '运输途中处在订单温度要求内的时间占比，各单平均',
          },
          { label: '有温度数据的订单', value: formatNumber(measured), unit: '单' },
          { label: '有超温的订单', value: over.length >= 20 ? '20+' : formatNumber(over.length), unit: '单' },
        ]}
      />
      <Table<Month>
        size="small"
        rowKey="month"
        dataSource={months}
        pagination={false}
        columns={[
          { dataIndex: 'month', title: '月份', width: 100 },
          { title: '有温度数据的订单', align: 'right', width: 140, render: (_, m) => formatNumber(m.measured) },
          { title: '温度合格率', render: (_, m) => <Rate percent={m.tempPercent} /> },
        ]}
      />
      <h2 className="resources-customer-sub">最近有超温的订单</h2>
      {over.length === 0 ? <p className="td-cap">没有</p> : <Over over={over} />}
    </>
  );
}

function Over({ over }: Pick<Figures, 'over'>) {
  return (
    <Table<Figures['over'][number]>
      size="small"
      rowKey="orderCode"
      dataSource={over}
      pagination={false}
      columns={[
        { dataIndex: 'orderCode', title: '订单号', width: 170 },
        { dataIndex: 'receiver', title: '收货方', width: 180 },
        { title: '合格率', align: 'right', width: 90, render: (_, o) => <Rate percent={o.tempPercent} /> },
        { title: '超温时长(分钟)', align: 'right', width: 120, render: (_, o) => formatNumber(o.overMin) },
        { title: '签收时间', render: (_, o) => (o.signedTime ? shortTime(o.signedTime) : none) },
      ]}
    />
  );
}
