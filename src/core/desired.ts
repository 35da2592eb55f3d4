// For a desired file in TypeScript: its shape, without Pulumi, which the command does not need.

export { defineDesired } from './desired/declarations/define.ts';
export type {
  CampaignInput,
  DataValue,
  DesiredInput,
  RecordDefaults,
  RecordInput,
  UserInput,
} from './desired/declarations/define.ts';
