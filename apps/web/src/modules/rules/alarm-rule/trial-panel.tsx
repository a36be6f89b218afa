import { ruleSimulate } from '@tongda/contract/rules/alarm-rule/calls';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { Button } from 'antd';
import { FlaskConical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Panel } from '../../../kit/detail/panel';
import { useEditScope } from '../../../kit/form/edit-context';
import { useCan } from '../../../kit/session/can';
import { TrialDrawer } from './trial-drawer';

interface TrialPanelProps {
  kind: RuleKind;
  /** the rule that is being changed: counted beside what the form says */
  ruleId?: string;
  startOpen: boolean;
}

/** 试算: what the form says, saved or not, on the points of past days. */
export function TrialPanel({ kind, ruleId, startOpen }: TrialPanelProps) {
  const { input } = useEditScope();
  const may = useCan(ruleSimulate);
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(startOpen), [startOpen]);
  if (!may) return null;
  return (
    <Panel title="试算">
      <p className="rules-alarm-rule-sentence">
        用已存的历史数据试一试：按现在填写的条件，过去几天会报警多少次。不产生任何报警。
      </p>
      <Button icon={<FlaskConical />} onClick={() => setOpen(true)}>
        用历史数据试算
      </Button>
      {open ? <TrialDrawer kind={kind} ruleId={ruleId} values={() => input()} close={() => setOpen(false)} /> : null}
    </Panel>
  );
}
