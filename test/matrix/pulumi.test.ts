// The switch matrix through the other door: every value of every open point, single resources, then sets.

import { judgeGroup } from './judge-group.ts';
import { pulumiDoor } from './pulumi-door.ts';
import { SINGLES } from './switch-values.ts';

judgeGroup(
  'pulumi',
  SINGLES.slice(0, 1).flatMap((profile) =>
    (['each', 'set', 'mixed'] as const).flatMap((manage) =>
      (['yes', 'no'] as const).map((refresh) => ({
        profile: { ...profile, name: `${profile.name} ${manage} refresh ${refresh}` },
        openDoor: pulumiDoor({ manage, refresh }),
      })),
    ),
  ),
);
