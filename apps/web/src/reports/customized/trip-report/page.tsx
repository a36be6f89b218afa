import type { Output } from '@tongda/contract/core/endpoint';
import { tripReview } from '@tongda/contract/reports/customized/temperature';
import {
  type IssuedTripReport,
  precoolWords,
  tripPapers,
  tripReportPrint,
  tripReportShares,
  tripReportView,
  verdicts,
} from '@tongda/contract/reports/customized/trip-report';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button } from 'antd';
import { FileText, Share2, Stamp } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { type Fact, FactList } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { Can } from '../../../kit/session/can';
import { minuteText, none } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { WorkPage } from '../../../kit/work/page';
import { notUnloaded, ReviewDialog, ShareTripReport, type TripAsked, tripReportAt, usePrintTrip } from './acts';
import { TripReportView, VerdictWord } from './view';

type Answer = Output<typeof tripReportView>;

/** 单程温度报告详情: `?id=` with how it is judged; `&version=` shows what was handed out under that number. */
export function TripReportPage() {
  const [params] = useSearchParams();
  const of = (name: string): string | undefined => params.get(name) ?? undefined;
  const judging = { allowedMin: of('allowedMin'), zone: of('zone'), lower: of('lower'), upper: of('upper') };
  const asked: TripAsked = { id: of('id') ?? '', ...judging };
  const version = of('version');
  const answer = useAsk(tripReportView, { ...asked, version }, { when: asked.id !== '' });
  if (asked.id === '') return <Empty title="没有指定单据" text="请从单程温度报告里打开" />;
  if (answer.error)
    return <ErrorState error={answer.error} retry={() => void answer.refetch()} right="单程温度报告详情" />;
  return answer.data ? (
    <Report answer={answer.data} asked={asked} refresh={() => void answer.refetch()} />
  ) : (
    <Loading />
  );
}

function Report({ answer, asked, refresh }: { answer: Answer; asked: TripAsked; refresh: () => void }) {
  const { report, shown, versions } = answer;
  const [open, setOpen] = useState<'review' | 'share' | null>(null);
  const print = usePrintTrip();
  const close = (): void => setOpen(null);
  const running = report.unloadTime === null;
  const why = running ? notUnloaded : undefined;
  return (
    <>
      <WorkPage
        head={{
          back: href(routes.customTemperatureReport, 'report'),
          title: report.code,
          code: report.plateNo,
          marks: shown ? (
            <>
              <span className="td-cap">
                第 {shown.version} 版，{minuteText(shown.madeTime)} {shown.madeBy} 生成
              </span>
              <Link to={tripReportAt(asked)}>看现在的</Link>
            </>
          ) : undefined,
          actions: shown ? null : (
            <>
              <Can do={tripReportShares.make}>
                <Button icon={<Share2 />} onClick={() => setOpen('share')}>
                  分享
                </Button>
              </Can>
              <Can do={tripReportPrint}>
                <Button icon={<FileText />} disabled={running} title={why} onClick={() => print(asked)}>
                  PDF
                </Button>
              </Can>
              <Can do={tripReview}>
                <Button type="primary" icon={<Stamp />} onClick={() => setOpen('review')}>
                  复核
                </Button>
              </Can>
            </>
          ),
        }}
        aside={{
          label: '结论与版本',
          panels: (
            <>
              <Conclusion answer={answer} />
              <Panel title="行程">
                <FactList facts={tripFacts(answer)} />
              </Panel>
              <Panel title={`版本 ${versions.length}`}>
                <Versions of={versions} shown={shown} asked={asked} />
              </Panel>
            </>
          ),
        }}
      >
        <TripReportView report={report} />
      </WorkPage>
      {open === 'share' ? <ShareTripReport code={report.code} asked={asked} running={running} close={close} /> : null}
      {open === 'review' ? (
        <ReviewDialog
          row={{ ...report, version: answer.reviewVersion }}
          fresh={async () => ({ version: (await call(tripReportView, asked)).reviewVersion })}
          done={refresh}
          close={close}
        />
      ) : null}
    </>
  );
}

const tripFacts = ({ report }: Answer): Fact[] => [
  ['单据', tripPapers[report.paper]],
  ['起点', report.fromName],
  ['终点', report.toName],
  ['装货时间', minuteText(report.loadTime)],
  ['发车时间', minuteText(report.departTime)],
  ['卸货时间', report.unloadTime === null ? '未结束' : minuteText(report.unloadTime)],
  ['预冷达标', precoolWords[report.precool]],
  ['终端', report.terminals.join('、')],
];

function Conclusion({ answer: { report } }: { answer: Answer }) {
  const { verdict, reckoned, reviewer, opinion, allowedMin, figures } = report;
  const numbers = `超温最久的探头累计 ${figures.overMin ?? none} 分，允许 ${allowedMin} 分；完整率 ${figures.completeRate ?? none}%`;
  return (
    <Panel title="结论">
      <p className="reports-customized-trip-report-verdict">
        <VerdictWord of={verdict} />
      </p>
      <p className="td-cap">
        计算为{verdicts[reckoned]}：{numbers}
      </p>
      {reviewer === '' ? (
        <p className="td-cap">未复核</p>
      ) : (
        <p>
          {opinion}
          <span className="td-cap">　{reviewer} 复核</span>
        </p>
      )}
    </Panel>
  );
}

/** `b288b97f…` as `B288 B97F …`. */
const groups = (hex: string): string => hex.toUpperCase().replace(/(.{4})(?=.)/gu, '$1 ');

interface VersionsProps {
  of: readonly IssuedTripReport[];
  shown: IssuedTripReport | null;
  asked: TripAsked;
}

/** What was handed out, the newest first: each is read again, and checked. */
function Versions({ of, shown, asked }: VersionsProps) {
  if (of.length === 0)
    return <p className="td-cap">还没有生成过；打印或分享时生成第 1 版，内容或判定条件有变化时生成下一版</p>;
  return (
    <ol className="reports-customized-trip-report-versions">
      {of.map((one) => (
        <li key={one.version} aria-current={one.version === shown?.version}>
          <b>第 {one.version} 版</b> <VerdictWord of={one.verdict} />
          <span className="td-cap">
            {minuteText(one.madeTime)} {one.madeBy}　记录号 {one.number}
          </span>
          {one.judging === '' ? null : <span className="td-cap">{one.judging}</span>}
          <code title="SHA-256，覆盖报告的全部内容和读数的封存">{groups(one.root)}</code>
          <span>
            <Link to={tripReportAt({ ...asked, version: one.version })}>查看</Link>
            <a href={`/verify?no=${one.number}&code=${one.code}`} target="_blank" rel="noreferrer">
              校验
            </a>
          </span>
        </li>
      ))}
    </ol>
  );
}
