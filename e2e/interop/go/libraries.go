package main

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"github.com/go-redsync/redsync/v4/redis/goredis/v9"
	"github.com/redis/go-redis/v9"
)

// Held is a lock that this process holds through its library.
type Held struct {
	Token   string
	Release func(context.Context) error
	Extend  func(context.Context, time.Duration) error
}

// Acquire answers nil when the wait is over. A wait below zero is one without end.
type Acquire func(ctx context.Context, key string, wait, lease time.Duration) (*Held, error)

type library struct {
	module string
	open   func(client *redis.Client) Acquire
}

var libraries = map[string]library{
	"redsync":   {"github.com/go-redsync/redsync/v4", openRedsync},
	"redislock": {"github.com/bsm/redislock", openRedislock},
}

const retryDelay = 100 * time.Millisecond

var errRefused = errors.New("it answered false")

func openRedsync(client *redis.Client) Acquire {
	locks := redsync.New(goredis.NewPool(client))
	return func(ctx context.Context, key string, wait, lease time.Duration) (*Held, error) {
		mutex := locks.NewMutex(key, redsync.WithExpiry(lease), redsync.WithTries(triesIn(wait)),
			redsync.WithRetryDelay(retryDelay))
		err := mutex.LockContext(ctx)
		var taken *redsync.ErrTaken
		if errors.As(err, &taken) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		return &Held{mutex.Value(), sure(mutex.UnlockContext),
			// It can only extend by the lease it was made with.
			func(ctx context.Context, _ time.Duration) error { return sure(mutex.ExtendContext)(ctx) }}, nil
	}
}

func sure(act func(context.Context) (bool, error)) func(context.Context) error {
	return func(ctx context.Context) error {
		done, err := act(ctx)
		if err == nil && !done {
			return errRefused
		}
		return err
	}
}

func openRedislock(client *redis.Client) Acquire {
	locks := redislock.New(client)
	return func(ctx context.Context, key string, wait, lease time.Duration) (*Held, error) {
		retry := redislock.LimitRetry(redislock.LinearBackoff(retryDelay), triesIn(wait)-1)
		lock, err := locks.Obtain(ctx, key, lease, &redislock.Options{RetryStrategy: retry})
		if errors.Is(err, redislock.ErrNotObtained) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		return &Held{lock.Token(), lock.Release, func(ctx context.Context, lease time.Duration) error {
			return lock.Refresh(ctx, lease, nil)
		}}, nil
	}
}

func triesIn(wait time.Duration) int {
	if wait < 0 {
		return 1_000_000
	}
	return 1 + int(wait/retryDelay)
}
