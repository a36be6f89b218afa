import { loginCode, passwordScheme, token } from '@tongda/contract/base/identity/calls';
import { Panel } from '../../../kit/detail/panel';

/** Explains how a program logs in: by the product's own login, with an account made for it. */
export function AccessGuide({ origin }: { origin: string }) {
  return (
    <aside className="company-openapi-guide">
      <Panel title="调用方式">
        <ol>
          <li>在用户管理中为对接程序建立单独的子账号，只给它需要的菜单和车辆；接口只返回该账号有权查看的数据。</li>
          <li>
            <code>
              {loginCode.method} {origin}
              {loginCode.path}
            </code>
            取得 pwdSalt 和 pwdIter，密码按 PBKDF2-HMAC-SHA256 散列：盐为
            <code>{passwordScheme.saltPrefix}</code>加 pwdSalt，结果 {passwordScheme.bytes} 字节，写成小写十六进制。
          </li>
          <li>
            <code>
              {token.method} {origin}
              {token.path}
            </code>
            以表单提交 grant_type=password、username、password，请求头
            <code>Authorization: Basic {btoa('tongda-open:tongda-open')}</code>，得到 access_token（30分钟）和
            refresh_token。
          </li>
          <li>
            调用接口时带请求头<code>Authorization: Bearer &lt;access_token&gt;</code>；应答 HTTP 401 时用
            grant_type=refresh_token 换新令牌。
          </li>
          <li>应答都是 {'{code, msg, data}'}，code 为 200 表示成功，时间为企业所在时区，坐标为 WGS-84。</li>
        </ol>
      </Panel>
    </aside>
  );
}
