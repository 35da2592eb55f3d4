throw new Error('no role is configured, so this step must not run');
