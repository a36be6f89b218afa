import { ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import { ruleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { Alert, Button, Form, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { ApiError } from '../../../kit/call/api-error';
import { useEditScope } from '../../../kit/form/edit-context';
import { ruleLinks } from './links';

const conflictData = z.object({ rule: z.object({ id: z.string(), name: z.string(), kind: ruleKind.schema }) });
export type Conflict = z.infer<typeof conflictData>['rule'] & { msg: string };

/** The other rule that a refusal names; null for every other failure. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof ApiError)) return null;
  const parsed = conflictData.safeParse(error.data);
  return parsed.success ? { ...parsed.data.rule, msg: error.message } : null;
}

/** Why the rule was not saved, the way to the other one, and the way out: a rule for chosen vehicles goes before one for many. */
export function ConflictNote({ conflict }: { conflict: Conflict }) {
  const { form } = useEditScope();
  const scope = Number(Form.useWatch('scope', form) ?? ruleScope.company);
  const [narrowed, setNarrowed] = useState<Conflict | null>(null);
  const isSettled = narrowed === conflict && scope === ruleScope.vehicles;
  useEffect(() => {
    if (!isSettled) return;
    form.scrollToField('targetIds', { block: 'center' });
    // the picker is no control that the form could focus
    document.getElementById('targetIds')?.focus({ preventScroll: true });
  }, [isSettled, form]);
  const narrow = (): void => {
    form.setFieldsValue({ scope: ruleScope.vehicles, targetIds: [], excludeIds: [] });
    setNarrowed(conflict);
  };
  return (
    <Alert
      type={isSettled ? 'info' : 'error'}
      showIcon
      title={isSettled ? `选好车辆后保存：这些车按本规则，其他车仍按“${conflict.name}”` : conflict.msg}
      action={
        <>
          <Link to={ruleLinks.edit(conflict.kind, conflict.id)} target="_blank">
            查看“{conflict.name}”
          </Link>
          {scope === ruleScope.vehicles ? null : (
            <Button size="small" type="link" onClick={narrow}>
              只用于这些车
            </Button>
          )}
        </>
      }
    />
  );
}

interface ConflictDialogProps {
  conflict: Conflict;
  /** chooses the vehicles that this rule is for */
  narrow: () => void;
  close: () => void;
}

/** Why a rule of the list was not switched on: the way to the other one, and the way out. */
export function ConflictDialog({ conflict, narrow, close }: ConflictDialogProps) {
  return (
    <Modal open title="规则没有启用" width={460} okText="只用于这些车" cancelText="取消" onOk={narrow} onCancel={close}>
      <p>{conflict.msg}。</p>
      <p className="td-cap">
        为本规则选好车辆后再启用：这些车按本规则，其他车仍按
        <Link to={ruleLinks.edit(conflict.kind, conflict.id)} target="_blank">
          “{conflict.name}”
        </Link>
      </p>
    </Modal>
  );
}
