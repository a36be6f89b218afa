import { programAnswers } from '@tongda/contract/company/openapi/answers';
import { clockWindowS, overlapH, signedHeaders } from '@tongda/contract/company/openapi/signature';
import { Panel } from '../../../kit/detail/panel';

/** Explains how a program is let in: an application of its own and signed calls. */
export function AccessGuide({ manage }: { manage: boolean }) {
  return (
    <aside className="company-openapi-guide">
      <Panel title="调用方式">
        <ol>
          <li>
            {manage ? '在“对接应用”中新增应用' : '请企业管理员新增对接应用'}，得到 AppKey
            和只显示一次的密钥；为它选定数据范围和IP白名单。
          </li>
          <li>为应用申请所需的接口，服务商审核后开通；未开通的接口拒绝调用。</li>
          <li>
            每次请求带四个请求头：
            {Object.values(signedHeaders).map((name) => (
              <code key={name}>{name}</code>
            ))}
          </li>
          <li>
            签名 = HMAC-SHA256(密钥, 六行文本) 的小写十六进制。六行依次为
            AppKey、请求方法、路径（含?后的参数）、秒级时间戳、随机串、请求体的 SHA-256，以换行符连接，末尾不加换行。
          </li>
          <li>时间相差不超过{clockWindowS / 60}分钟；随机串为8~64位字母、数字、-或_，每次换新。</li>
          <li>
            应答都是 {'{code, msg, data}'}，code 为 200 表示成功。
            {programAnswers
              .filter(({ http }) => http !== 200)
              .map(({ http, text }) => `HTTP ${http}：${text}。`)
              .join('')}
            其余为 HTTP 200，code 说明原因，见各接口的“错误码”。
          </li>
          <li>更换密钥后原密钥继续有效{overlapH}小时，期间新旧都可用；密钥泄露时选择立即失效。</li>
        </ol>
      </Panel>
    </aside>
  );
}
