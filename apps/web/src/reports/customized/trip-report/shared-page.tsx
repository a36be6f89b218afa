import type { Output } from '@tongda/contract/core/endpoint';
import { precoolWords, sharedTripReport } from '@tongda/contract/reports/customized/trip-report';
import { useAsk } from '../../../kit/call/use-ask';
import { minuteText } from '../../../kit/show/format';
import { OpenLinkBody, OpenLinkPage } from '../../../kit/show/open-link';
import { TripReportView, VerdictWord } from './view';

/** /m/temperature/:token: the newest version of a trip's report, for a customer without an account. */
export const SharedTripReportPage = () => (
  <OpenLinkPage title="温度报告">{(token) => <Shared token={token} />}</OpenLinkPage>
);

function Shared({ token }: { token: string }) {
  const answer = useAsk(sharedTripReport, { token }, { retry: false });
  return (
    <OpenLinkBody
      className="reports-customized-trip-report-shared"
      answer={answer}
      goneText="链接到期或已被停用，请联系对方重新获取"
    >
      {(found) => <Report {...found} />}
    </OpenLinkBody>
  );
}

function Report({ report, issued, expireTime }: Output<typeof sharedTripReport>) {
  return (
    <>
      <header>
        <h1>{report.code}</h1>
        <VerdictWord of={report.verdict} />
        <span className="td-cap">
          {report.company}　{report.plateNo}　{report.fromName} → {report.toName}
        </span>
      </header>
      <p className="td-cap">
        装货 {minuteText(report.loadTime)}　发车 {minuteText(report.departTime)}　卸货 {minuteText(report.unloadTime)}
        {report.precool === '' ? '' : `　预冷${precoolWords[report.precool]}`}
        {report.reviewer === '' ? '' : `　${report.reviewer}复核：${report.opinion}`}
      </p>
      <TripReportView report={report} />
      <p className="td-cap">
        记录号 {issued.number}　第 {issued.version} 版　{minuteText(issued.madeTime)} 生成　
        <a href={`/verify?no=${issued.number}&code=${issued.code}`}>校验读数是否被改动</a>
      </p>
      <p className="td-cap">此链接 {minuteText(expireTime)} 到期</p>
    </>
  );
}
