import { type clientInfo, manuals, manualView, trialApply } from '@tongda/contract/base/system-apply/calls';
import { systemCode } from '@tongda/contract/base/system-enums';
import type { Output } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { constants } from '@tongda/contract/shell/constants';
import { PackageSearch, Warehouse } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '../../kit/dialog/form';
import { toast } from '../../kit/dialog/notify';
import './dialogs.css';

type Code = (typeof systemCode.codes)[number];
const icons = { TMS: PackageSearch, WMS: Warehouse } as const;

interface TrialDialogProps {
  info: Output<typeof clientInfo>;
  close: () => void;
}

/** 申请试用: one of the systems that the company does not have; clicking the chosen one again takes the choice back. */
export function TrialDialog({ info, close }: TrialDialogProps) {
  const [chosen, setChosen] = useState<Code | null>(null);
  return (
    <FormDialog
      endpoint={trialApply}
      input={() => {
        if (chosen === null) toast('warning', message('trial.choose'));
        return chosen === null ? null : { systemCode: chosen };
      }}
      touched={false}
      told={message('trial.ok')}
      close={close}
      title="申请试用"
      width={constants.dialog.trialWidthPx}
      okText="提交申请"
    >
      <div className="shell-dialog-choices">
        {systemCode.options.map(({ code, name }) => {
          const owned = info.systemCodeList.includes(code);
          const Icon = icons[code];
          return (
            <button
              key={code}
              type="button"
              className="td-plain shell-dialog-choice"
              data-on={chosen === code}
              data-off={owned}
              aria-pressed={chosen === code}
              disabled={owned}
              onClick={() => setChosen(chosen === code ? null : code)}
            >
              <Icon />
              <b>{code}</b>
              <span className="td-cap">{owned ? '已开通' : name}</span>
            </button>
          );
        })}
      </div>
      <p className="td-cap shell-dialog-trial-note">
        提交后由服务商联系您开通。
        {manuals.map((system) => (
          <a key={system} href={`${manualView.path}?system=${system}`} target="_blank" rel="noreferrer">
            《{systemCode.label(system)}用户手册》
          </a>
        ))}
      </p>
    </FormDialog>
  );
}
