import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { judgingWords, verdicts as verdictWords } from '@tongda/contract/reports/customized/trip-report';
import { sealStates, type VerifiedRecord, verifyRecord } from '@tongda/contract/watch/seal/calls';
import { Button, Form, Input } from 'antd';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { formatNumber, shortTime } from '../../../kit/show/format';
import { Logo } from '../../../kit/show/logo';
import { ErrorState, Loading } from '../../../kit/show/states';
import './styles.css';

/** A query client of its own: the page needs no login, and nothing of a session may reach it. */
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });

interface Asked {
  number: string;
  code: string;
}

/** /verify: whether the readings of a printed temperature record are still those that were sealed. Open to whoever holds the record; its QR code brings `?no=&code=`. */
export function VerifyPage() {
  useEffect(() => {
    document.title = '校验温湿度记录';
  }, []);
  return (
    <QueryClientProvider client={queries}>
      <main className="watch-seal-verify">
        <header>
          <Logo size={24} />
          <h1>校验温湿度记录</h1>
        </header>
        <Check />
      </main>
    </QueryClientProvider>
  );
}

function Check() {
  const [params, setParams] = useSearchParams();
  const asked: Asked = { number: params.get('no') ?? '', code: params.get('code') ?? '' };
  const isWhole = asked.number !== '' && asked.code !== '';
  const answer = useAsk(verifyRecord, isWhole ? asked : null);
  return (
    <>
      <p className="td-cap">
        输入记录上的记录号和校验码（链根的前 8
        位），或扫描记录上的二维码。系统会用现在保存的原始读数重新计算，与封存时比对。
      </p>
      <Form<Asked>
        layout="inline"
        colon={false}
        requiredMark={false}
        initialValues={asked}
        onFinish={({ number, code }) => setParams({ no: number.trim(), code: code.trim() })}
      >
        <Form.Item name="number" label="记录号" rules={[{ required: true, message: '请输入记录号' }]}>
          <Input placeholder="TH-20261121-0417" autoFocus={!isWhole} maxLength={20} />
        </Form.Item>
        <Form.Item name="code" label="校验码" rules={[{ required: true, message: '请输入校验码' }]}>
          <Input placeholder="B288 B97F" maxLength={12} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={answer.isFetching}>
          校验
        </Button>
      </Form>
      <div aria-live="polite">
        {answer.data ? (
          <Result record={answer.data} />
        ) : answer.error ? (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        ) : answer.isLoading ? (
          <Loading />
        ) : null}
      </div>
    </>
  );
}

/** A record keeps the codes of its conclusion. */
const tripVerdicts: Readonly<Record<string, string>> = verdictWords;

const verdicts: Readonly<Record<VerifiedRecord['state'], string>> = {
  intact: '读数与封存时完全一致',
  changed: '读数与封存时不一致，请勿作为凭证',
  expired: '原始数据已过保存期，无法重新计算；封存的链根仍在',
};

function Result({ record }: { record: VerifiedRecord }) {
  const { state, facts, number, version, latestVersion, madeTime, root, days } = record;
  const Sign = state === 'intact' ? ShieldCheck : ShieldAlert;
  return (
    <>
      <div className={`watch-seal-verdict ${state}`} role="status">
        <Sign className="td-ico" />
        <b>{verdicts[state]}</b>
      </div>
      {version < latestVersion ? (
        <p className="watch-seal-newer">
          这是第 {version} 版；之后有补传数据到达，现有第 {latestVersion} 版，请向承运方索取。
        </p>
      ) : null}
      <dl className="watch-seal-facts">
        <dt>记录号</dt>
        <dd>
          {number}　第 {version} 版
        </dd>
        <dt>出具单位</dt>
        <dd>{facts.company}</dd>
        <dt>车辆</dt>
        <dd>
          {facts.plateNo}　终端 {facts.terminals.join('、') || '--'}
        </dd>
        <dt>期间</dt>
        <dd>
          {facts.startTime} 至 {facts.endTime}（{facts.timeZone}）
        </dd>
        {facts.trip ? (
          <>
            <dt>单程温度报告</dt>
            <dd>
              {facts.trip.code}　结论 {tripVerdicts[facts.trip.verdict] ?? facts.trip.verdict}
              {facts.trip.reviewer === '' ? '' : `（${facts.trip.reviewer}复核：${facts.trip.opinion}）`}
              {facts.trip.judging ? `　${judgingWords(facts.trip.judging)}` : ''}
            </dd>
          </>
        ) : null}
        <dt>出具时间</dt>
        <dd>{madeTime}</dd>
        <dt>链根</dt>
        <dd className="watch-seal-root">{groupsOfFour(root)}</dd>
      </dl>
      <h2>探头与统计</h2>
      <Probes probes={facts.probes} />
      <h2>逐日封存</h2>
      <Days days={days} />
    </>
  );
}

/** `b288b97f…` as `B288 B97F …`. */
const groupsOfFour = (hex: string): string => hex.toUpperCase().replace(/(.{4})(?=.)/gu, '$1 ');

const Probes = ({ probes }: Pick<VerifiedRecord['facts'], 'probes'>) => (
  <div className="watch-seal-scroll">
    <table>
      <thead>
        <tr>
          <th>探头</th>
          <th>校准证书 / 有效期</th>
          <th>上下限</th>
          <th className="num">最高</th>
          <th className="num">最低</th>
          <th className="num">平均</th>
          <th className="num">合格率(%)</th>
          <th className="num">完整率(%)</th>
        </tr>
      </thead>
      <tbody>
        {probes.map((one) => (
          <tr key={one.key}>
            <td>{one.probe}</td>
            <td>{[one.certificateNo, one.certificateEnd].filter(Boolean).join(' / ') || '--'}</td>
            <td>{one.limits || '--'}</td>
            <td className="num">{formatNumber(one.max, 1)}</td>
            <td className="num">{formatNumber(one.min, 1)}</td>
            <td className="num">{formatNumber(one.avg, 1)}</td>
            <td className="num">{formatNumber(one.passRate, 1)}</td>
            <td className="num">{formatNumber(one.completeRate, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Days = ({ days }: Pick<VerifiedRecord, 'days'>) => (
  <div className="watch-seal-scroll">
    <table>
      <thead>
        <tr>
          <th>日期</th>
          <th className="num">版</th>
          <th className="num">样本</th>
          <th>封存时间</th>
          <th>链根</th>
          <th>核对</th>
        </tr>
      </thead>
      <tbody>
        {days.map((one) => (
          <tr key={one.day}>
            <td>{one.day}</td>
            <td className="num">{one.version}</td>
            <td className="num">{formatNumber(one.samples)}</td>
            <td>{one.sealTime}</td>
            <td className="watch-seal-root">{groupsOfFour(one.root.slice(0, 16))} …</td>
            <td className={one.state}>
              {sealStates[one.state]}
              {one.since === null ? '' : `，从 ${shortTime(one.since)} 起的一小时内开始`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
