// Cloud regions: of an environment, as the prefix of its host, and of a campaign that resides elsewhere.

/** Region prefixes of the base URL (both interface documents, "Endpoints"); us-east-1 stands for no prefix. */
export const REGIONS = [
  'us-east-1',
  'us-west-2',
  'ca-central-1',
  'eu-west-2',
  'eu-central-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'ap-northeast-1',
  'ap-northeast-2',
  'af-south-1',
] as const;
export type Region = (typeof REGIONS)[number];
