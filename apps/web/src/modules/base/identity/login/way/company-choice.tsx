import { Button } from 'antd';
import { Building2, ChevronRight } from 'lucide-react';
import { Problem } from './fields';
import type { Enter } from './use-enter';

/** Lets the user of an account with several companies choose which one to enter. */
export function CompanyChoice({ way }: { way: Enter }) {
  return (
    <section aria-label="选择企业">
      <h1>选择企业</h1>
      <p className="base-identity-login-sub">您的账号属于多个企业，请选择要进入的企业</p>
      <div className="base-identity-login-companies">
        {way.companies?.map(({ clientId, clientName }) => (
          <button
            key={clientId}
            type="button"
            className="td-plain"
            disabled={way.busy}
            onClick={() => void way.choose(clientId)}
          >
            <Building2 className="td-ico" />
            <span>{clientName}</span>
            <ChevronRight className="td-ico" />
          </button>
        ))}
      </div>
      {way.failure ? <Problem text={way.failure.message} /> : null}
      <Button type="link" className="base-identity-login-back" onClick={way.cancel}>
        返回登录
      </Button>
    </section>
  );
}
