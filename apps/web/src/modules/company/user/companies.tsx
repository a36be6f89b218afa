import { userChangeHis } from '@tongda/contract/company/user/calls';
import { inviteAccount, inviteRules, unlinkAccount, userLinks } from '@tongda/contract/company/user/companies';
import type { Output } from '@tongda/contract/core/endpoint';
import { Button, Modal } from 'antd';
import { Copy, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { Panel } from '../../../kit/detail/panel';
import { copyText } from '../../../kit/show/copy';
import { shortTime } from '../../../kit/show/format';
import { ErrorState } from '../../../kit/show/states';
import './styles.css';

type LinkedAccount = Output<typeof userLinks>['links'][number];
const stale = [userLinks, userChangeHis];

/** 关联账号: accounts of other companies that may enter this company as this user. */
export function CompanyLinks({ id, name }: { id: string; name: string }) {
  const asked = useAsk(userLinks, { id });
  const [code, setCode] = useState<string | null>(null);
  const invite = useAct(inviteAccount, {
    ...(asked.data?.inviteUntil
      ? { sure: { title: '重新生成关联码？', content: '上一个关联码随之失效。', ok: '重新生成' } }
      : {}),
    stale,
    done: (made) => setCode(made.code),
  });
  const unlink = useAct(({ accountId }: LinkedAccount) => call(unlinkAccount, { id, accountId }), {
    sure: ({ accountCode }) => ({
      title: `解除账号 ${accountCode} 的关联？`,
      content: '该账号不能再进入本企业，正在进行的登录立即结束。',
      ok: '解除',
      danger: true,
    }),
    told: '已解除关联',
    stale,
  });
  const links = asked.data?.links ?? [];
  return (
    <Panel title="关联账号" extra={links.length > 0 ? `${links.length}个` : null}>
      <p className="td-cap">其他企业的账号凭关联码，可在登录时选择以“{name}”的身份进入本企业。</p>
      {asked.error ? <ErrorState error={asked.error} retry={() => void asked.refetch()} /> : null}
      <ul className="company-user-links">
        {links.map((link) => (
          <li key={link.accountId}>
            <div>
              <b>
                {link.name}（{link.accountCode}）
              </b>
              <small>
                {link.clientName}　{shortTime(link.since)}
              </small>
            </div>
            <Button aria-label={`解除账号${link.accountCode}的关联`} onClick={() => void unlink.run(link)}>
              解除
            </Button>
          </li>
        ))}
      </ul>
      <Button icon={<KeyRound />} loading={invite.busy} onClick={() => void invite.run({ id })}>
        生成关联码
      </Button>
      {asked.data?.inviteUntil ? (
        <p className="td-cap">有一个未使用的关联码，{shortTime(asked.data.inviteUntil)} 前有效</p>
      ) : null}
      {code ? (
        <Modal
          open
          title="关联码"
          width={420}
          closable={false}
          mask={{ closable: false }}
          footer={
            <Button type="primary" onClick={() => setCode(null)}>
              我已记下
            </Button>
          }
        >
          <p className="td-cap">
            只显示这一次，{inviteRules.hours}小时内用一次有效。请对方登录自己的账号，在“个人信息 → 可进入的企业”中输入。
          </p>
          <div className="company-user-password">
            <code>{code.replace(/(.{4})(?=.)/gu, '$1-')}</code>
            <Button icon={<Copy />} onClick={() => void copyText(code)}>
              复制
            </Button>
          </div>
        </Modal>
      ) : null}
    </Panel>
  );
}
