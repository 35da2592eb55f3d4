// Intake files, the other way to load a campaign: the first column is the unique id ("What the service does"). What
// happens to an id that is already there is switch S11.

import type { Intake, IntakeResult } from './control.ts';
import { numberItems, UNTOUCHED } from '../world/task.ts';
import type { Task } from '../world/task.ts';
import type { World } from '../world/world.ts';

type Fate = keyof IntakeResult;

export function loadIntake(intake: Intake, world: World): IntakeResult {
  world.tasks.setIntakeColumn(intake.campaignName, intake.idColumn);
  const counts = { added: 0, twins: 0, updated: 0, skipped: 0 };
  for (const row of intake.rows) counts[loadRow(row, intake, world)] += 1;
  return counts;
}

function loadRow(row: Readonly<Record<string, string>>, intake: Intake, world: World): Fate {
  const clientId = row[intake.idColumn];
  if (!clientId) throw new Error(`a row has no ${intake.idColumn}`);
  const task = readRow({ row, clientId, intake }, world);
  const shown = world.tasks.byClientId(intake.campaignName, clientId).filter((each) => each.visibility === 'shown');
  const [first] = shown;
  if (first === undefined) {
    world.tasks.insert(task);
    return 'added';
  }
  const fate = world.switches().S11.intake;
  switch (fate) {
    case 'twin':
      world.tasks.insert(task);
      return 'twins';
    case 'update':
      world.tasks.save(first, { ...first, items: task.items, updatedAt: world.now() });
      return 'updated';
    case 'skip':
      return 'skipped';
    default:
      return fate satisfies never;
  }
}

interface ReadRow {
  readonly row: Readonly<Record<string, string>>;
  readonly clientId: string;
  readonly intake: Intake;
}

function readRow({ row, clientId, intake }: ReadRow, world: World): Task {
  const { defaultSkillQueue, defaultTimeZone } = world.switches();
  const others = Object.entries(row).filter(([column]) => column !== intake.idColumn);
  const items = [[intake.idColumn, clientId] as const, ...others].map(([key, value]) => ({ key, value }));
  return {
    ...UNTOUCHED,
    id: 0,
    campaignName: intake.campaignName,
    clientId,
    skillQueue: row['SkillQueue'] || defaultSkillQueue,
    timeZone: row['ItemTimeZone'] || defaultTimeZone,
    createdAt: world.now(),
    updatedAt: world.now(),
    items: numberItems(items),
  };
}
