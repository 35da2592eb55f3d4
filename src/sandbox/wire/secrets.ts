// The secrets manager's GetSecretValue (AWS JSON 1.1), for the one secret that holds the API key. The signature is
// looked at, not verified: any credentials will do.

import { SANDBOX_IDENTITY } from '../world/identity.ts';
import type { Body } from '../messages/request.ts';
import type { SandboxAnswer } from '../messages/verdict.ts';
import type { World } from '../world/world.ts';

const HEADERS = { 'content-type': 'application/x-amz-json-1.1' };

export interface SecretRequest {
  readonly target: string | undefined;
  readonly authorization: string | undefined;
  readonly body: Body;
}

export function answerSecret(request: SecretRequest, world: World): SandboxAnswer {
  if (!request.authorization?.startsWith('AWS4-HMAC-SHA256 ')) {
    return failure('MissingAuthenticationTokenException', 'The request is not signed.');
  }
  if (request.target !== 'secretsmanager.GetSecretValue') {
    return failure('UnknownOperationException', 'Only GetSecretValue is offered.');
  }
  if (request.body['SecretId'] !== SANDBOX_IDENTITY.secretName) {
    return failure('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  }
  const stage = request.body['VersionStage'] ?? 'AWSCURRENT';
  const version = stage === 'AWSPREVIOUS' ? world.keys.formerSecret() : world.keys.secret();
  if (version === null || (stage !== 'AWSPREVIOUS' && stage !== 'AWSCURRENT')) {
    return failure('ResourceNotFoundException', "Secrets Manager can't find the specified secret value.");
  }
  const { value, versionId, createdAt } = version;
  world.keys.handOut(value);
  const body = {
    ARN: `arn:aws:secretsmanager:${SANDBOX_IDENTITY.secretsRegion}:000000000000:secret:${SANDBOX_IDENTITY.secretName}`,
    Name: SANDBOX_IDENTITY.secretName,
    VersionId: versionId,
    SecretString: value,
    VersionStages: [stage],
    CreatedDate: createdAt / 1000,
  };
  return { status: 200, body, outcome: 'SUCCESS', headers: HEADERS };
}

function failure(type: string, message: string): SandboxAnswer {
  return { status: 400, body: { __type: type, message }, outcome: type, headers: HEADERS };
}
