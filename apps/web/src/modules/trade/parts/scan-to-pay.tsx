import type { Endpoint } from '@tongda/contract/core/endpoint';
import { wallMs } from '@tongda/contract/core/wall-time';
import { type PayChannel, payChannel, simulatedHow } from '@tongda/contract/trade/member/enums';
import type {
  codeInput,
  offeredCode,
  payResult,
  simulatedInput,
  simulatedResult,
} from '@tongda/contract/trade/member/pay';
import { Alert, Button, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { useInvalidate } from '../../../kit/list/use-rows';
import { wireTime } from '../../../kit/show/format';
import { formatYuan } from '../../../kit/show/money';
import { Qr } from '../../../kit/show/qr/code';
import { ErrorState, Loading } from '../../../kit/show/states';
import { timeLeft } from './time-left';
import './scan-to-pay.css';

/** The calls of paying for a kind of orders, and what is out of date after a payment. */
export interface ScanCalls {
  code: Endpoint<typeof codeInput, typeof offeredCode>;
  result: Endpoint<z.ZodType<unknown, { orderNo: string }>, z.ZodType<z.output<typeof payResult>>>;
  simulate: Endpoint<typeof simulatedInput, z.ZodType<z.output<typeof simulatedResult>>>;
  stale: ReadonlyArray<Pick<Endpoint, 'path'>>;
}

/** How often the result is asked for while the page is in sight, ms. */
const pollMs = 3000;

/** The code to scan for an order, how long it is good, and what became of it; `paid` is called once, when the order waits for no money any more. */
export function ScanToPay({ orderNo, calls, paid }: { orderNo: string; calls: ScanCalls; paid: () => void }) {
  const [channel, setChannel] = useState<PayChannel>('wechat');
  const code = useAsk(calls.code, { orderNo, channel }, { retry: false, staleTime: 0 });
  const result = useAsk(calls.result, { orderNo }, { refetchInterval: pollMs, when: code.data !== undefined });
  useOnce(result.data?.waits === false, paid);
  const check = useAct(calls.result, {
    told: (found) => (found.paid ? '付款成功' : '还没有收到付款，请稍候'),
    done: () => void result.refetch(),
  });
  return (
    <section className="trade-parts-scan" aria-label="扫码付款">
      <Segmented<PayChannel>
        aria-label="支付渠道"
        value={channel}
        onChange={setChannel}
        options={payChannel.options.map(({ code: value, name }) => ({ value, label: name }))}
      />
      {result.data?.returned ? (
        <Alert
          type="warning"
          showIcon
          title={`收到付款 ${formatYuan(result.data.returned.fen)} 元：${result.data.returned.cause}，${result.data.returned.done ? '已' : '将'}原路退回`}
        />
      ) : null}
      {code.error ? <ErrorState error={code.error} retry={() => void code.refetch()} /> : null}
      {!code.data && !code.error ? <Loading /> : null}
      {code.data && !code.error ? (
        <>
          <Qr value={code.data.qrText} size={208} edge />
          <p>
            请用{payChannel.label(channel)}扫码支付 <b>{formatYuan(code.data.payFen)} 元</b>，
            <Countdown key={code.data.expireAt} until={code.data.expireAt} over={() => void code.refetch()} />
          </p>
          <Button loading={check.busy} onClick={() => void check.run({ orderNo })}>
            已完成支付
          </Button>
          {code.data.simulated ? <TestMode orderNo={orderNo} channel={channel} calls={calls} /> : null}
        </>
      ) : null}
    </section>
  );
}

/** Does something when `now` becomes true, once for this place on the page. */
function useOnce(now: boolean, act: () => void): void {
  const did = useRef(false);
  useEffect(() => {
    if (!now || did.current) return;
    did.current = true;
    act();
  }, [now, act]);
}

/** What is left until a time of the wire; at its end `over` is called once. */
function Countdown({ until, over }: { until: string; over: () => void }) {
  const [now, setNow] = useState(() => wallMs(wireTime(Date.now())));
  const left = Math.max(0, Math.floor((wallMs(until) - now) / 1000));
  useOnce(left === 0, over);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(wallMs(wireTime(Date.now()))), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left === 0 ? <span>二维码已过期</span> : <span role="timer">剩余 {timeLeft(left)}</span>;
}

/** Test mode: somebody pays, in the ways in which providers are known to behave. */
function TestMode({ orderNo, channel, calls }: { orderNo: string; channel: PayChannel; calls: ScanCalls }) {
  const invalidate = useInvalidate();
  const pay = useAct(calls.simulate, {
    told: ({ answered }, { how }) =>
      answered.length === 0
        ? '已付款但未通知：取消订单后才会到账，并原路退回'
        : `${simulatedHow.label(how)}：平台应答 ${answered.map((status) => `HTTP ${status}`).join('、')}`,
    done: async () => {
      for (const stale of [calls.result, ...calls.stale]) void invalidate(stale);
      // Money of a wrong amount uses the code up, so an order that still waits gets a new one; a paid order has none any more.
      if ((await call(calls.result, { orderNo })).waits) await invalidate(calls.code);
    },
  });
  return (
    <fieldset className="trade-parts-scan-test" aria-label="测试模式">
      <p className="td-cap">测试模式：不产生真实扣款。模拟付款：</p>
      {simulatedHow.options.map(({ code, name }) => (
        <Button
          key={code}
          size="small"
          disabled={pay.busy}
          onClick={() => void pay.run({ orderNo, channel, how: simulatedHow.schema.parse(code) })}
        >
          {name}
        </Button>
      ))}
    </fieldset>
  );
}
