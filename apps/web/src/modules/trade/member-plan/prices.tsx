import type { Output } from '@tongda/contract/core/endpoint';
import { memberMonths } from '@tongda/contract/trade/member/order-state';
import {
  type PlanPrice,
  type PlanRow,
  planDropPrices,
  planModels,
  planPrices,
  planSavePrices,
  type StoredPrice,
} from '@tongda/contract/trade/member-plan/calls';
import { Button, DatePicker, Input, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { FormDialog } from '../../../kit/dialog/form';
import { monthWords } from '../member/door';

interface Props {
  plan: PlanRow;
  changed: () => void;
  close: () => void;
}

/** 调整价格: the whole price list of a plan from a day on. */
export function PriceDialog(props: Props) {
  const { data } = useAsk(planPrices, { id: props.plan.id }, { own: 'form' });
  // what is typed begins with what was read once; a newer version comes by the conflict
  return data ? <PriceForm {...props} read={data} /> : null;
}

/** A line while it is typed; money in yuan. */
interface Line {
  model: string | null;
  months: PlanPrice['months'] | null;
  unit: number | null;
  list: number | null;
  promo: string;
}
const lineOf = (price: StoredPrice): Line => ({
  model: price.model,
  months: price.months,
  unit: price.unitPriceFen / 100,
  list: price.listPriceFen / 100,
  promo: price.promoText,
});
const holdsOn =
  (day: string) =>
  ({ from, to }: StoredPrice): boolean =>
    from <= day && (to === null || day <= to);
const byModel = (a: Line, b: Line): number =>
  (a.model ?? '').localeCompare(b.model ?? '') || (a.months ?? 0) - (b.months ?? 0);
const linesOn = (prices: readonly StoredPrice[], day: string): Line[] =>
  prices.filter(holdsOn(day)).map(lineOf).sort(byModel);
const fenOf = (yuan: number): number => Math.round(yuan * 100);

/** What is sent of the lines; null while one of them is not complete. */
function pricesOf(lines: readonly Line[]): PlanPrice[] | null {
  const prices = lines.flatMap(({ model, months, unit, list, promo }) =>
    months === null || unit === null
      ? []
      : [{ model, months, unitPriceFen: fenOf(unit), listPriceFen: fenOf(list ?? unit), promoText: promo }],
  );
  return prices.length === lines.length ? prices : null;
}

function PriceForm({ plan, read, changed, close }: Props & { read: Output<typeof planPrices> }) {
  const [from, setFrom] = useState(read.today);
  const [typed, setTyped] = useState<Line[] | null>(null);
  const lines = typed ?? linesOn(read.prices, from);
  const prices = pricesOf(lines);
  const waiting = [...new Set(read.prices.filter((one) => one.from > read.today).map((one) => one.from))].sort();
  const next = waiting.find((day) => day > from);
  return (
    <FormDialog
      endpoint={planSavePrices}
      input={prices && { id: plan.id, version: read.version, from, prices }}
      touched={typed !== null}
      check
      fresh={() => call(planPrices, { id: plan.id })}
      told={`“${plan.name}”的价格已保存，${from === read.today ? '今天' : from}起生效`}
      done={changed}
      close={close}
      title={`调整价格 ${plan.name}`}
      width={860}
    >
      <div className="trade-member-plan-from">
        <span>生效日期</span>
        <DatePicker
          aria-label="生效日期"
          value={dayjs(from)}
          minDate={dayjs(read.today)}
          allowClear={false}
          onChange={(day) => setFrom(day?.format('YYYY-MM-DD') ?? read.today)}
        />
        <span className="td-cap">
          {next ? `到${next}的前一天为止，之后按已安排的价格` : '直到下次调价'}；已下单的按下单时的价格
        </span>
      </div>
      {waiting.map((day) => (
        <Waiting key={day} {...{ plan, day, changed }} version={read.version} />
      ))}
      <PriceLines lines={lines} change={setTyped} />
    </FormDialog>
  );
}

/** A price list that waits for its day, with the way to take it back. */
function Waiting(props: { plan: PlanRow; day: string; version: number; changed: () => void }) {
  const { plan, day, version, changed } = props;
  const drop = useAct(planDropPrices, {
    sure: { title: `撤销${day}起的价格？`, content: '之前的价格继续有效。', ok: '撤销' },
    told: `已撤销${day}起的价格`,
    done: changed,
    fresh: () => call(planPrices, { id: plan.id }),
  });
  return (
    <div className="trade-member-plan-from">
      <span>已安排</span>
      <b>{day} 起</b>
      <Button
        type="link"
        size="small"
        loading={drop.busy}
        onClick={() => void drop.run({ id: plan.id, version, from: day })}
      >
        撤销
      </Button>
    </div>
  );
}

const terms = memberMonths.map((months) => ({ value: months, label: monthWords(months) }));
const everyModel = '';

function PriceLines({ lines, change }: { lines: readonly Line[]; change: (lines: Line[]) => void }) {
  const models = useAsk(planModels, undefined).data ?? [];
  const choices = [everyModel, ...new Set([...models, ...lines.flatMap(({ model }) => model ?? [])])];
  const put = (at: number, more: Partial<Line>): void =>
    change(lines.map((one, i) => (i === at ? { ...one, ...more } : one)));
  return (
    <div className="trade-member-plan-prices">
      <div aria-hidden="true">
        <span>型号</span>
        <span>时长</span>
        <span>售价(元/台)</span>
        <span>原价(元/台)</span>
        <span>优惠说明</span>
      </div>
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing of its own that names it
        <div key={i}>
          <Select
            aria-label={`第${i + 1}行型号`}
            value={line.model ?? everyModel}
            options={choices.map((model) => ({ value: model, label: model || '全部型号' }))}
            onChange={(model) => put(i, { model: model || null })}
          />
          <Select
            aria-label={`第${i + 1}行时长`}
            value={line.months}
            options={terms}
            placeholder="时长"
            onChange={(months) => put(i, { months })}
          />
          <InputNumber
            aria-label={`第${i + 1}行售价`}
            value={line.unit}
            min={0.01}
            max={1_000_000}
            precision={2}
            controls={false}
            onChange={(unit) => put(i, { unit })}
          />
          <InputNumber
            aria-label={`第${i + 1}行原价`}
            value={line.list}
            min={0.01}
            max={1_000_000}
            precision={2}
            controls={false}
            placeholder="同售价"
            onChange={(list) => put(i, { list })}
          />
          <Input
            aria-label={`第${i + 1}行优惠说明`}
            value={line.promo}
            maxLength={20}
            onChange={(event) => put(i, { promo: event.target.value })}
          />
          <Button
            type="text"
            icon={<Trash2 />}
            aria-label={`删除第${i + 1}行`}
            onClick={() => change(lines.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button
        icon={<Plus />}
        onClick={() => change([...lines, { model: null, months: null, unit: null, list: null, promo: '' }])}
      >
        添加价格
      </Button>
    </div>
  );
}
