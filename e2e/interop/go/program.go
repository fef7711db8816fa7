// A Go lock library behind the line protocol of ../protocol.ts: its argument names the library.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

type request struct {
	ID         int      `json:"id"`
	Do         string   `json:"do"`
	Connection string   `json:"connection"`
	Nodes      []string `json:"nodes"`
	Holder     string   `json:"holder"`
	Keys       []string `json:"keys"`
	WaitMs     *int     `json:"waitMs"`
	LeaseMs    *int     `json:"leaseMs"`
}

type result map[string]any

// Holder does one thing at a time; others never wait for it.
type holder struct {
	requests chan request
	holds    []*Held
}

const defaultLease = time.Minute

var (
	connections sync.Map
	output      sync.Mutex
)

func main() {
	name := os.Args[1]
	library, known := libraries[name]
	if !known {
		panic("no library is called " + name)
	}
	say(result{"event": "ready", "library": name, "version": versionOf(library.module)})
	holders := map[string]*holder{}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var asked request
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		switch asked.Do {
		case "connect":
			answer(asked, func() (result, error) { return connect(asked, library) })
		case "leave":
			if one := holders[asked.Holder]; one != nil {
				close(one.requests)
				delete(holders, asked.Holder)
			}
			answer(asked, func() (result, error) { return result{}, nil })
		default:
			if holders[asked.Holder] == nil {
				holders[asked.Holder] = newHolder()
			}
			holders[asked.Holder].requests <- asked
		}
	}
	// Locks that are held lapse, as they do when a process dies.
}

func newHolder() *holder {
	one := &holder{requests: make(chan request, 16)}
	go func() {
		for asked := range one.requests {
			answer(asked, func() (result, error) { return one.perform(asked) })
		}
	}()
	return one
}

func (h *holder) perform(asked request) (result, error) {
	ctx := context.Background()
	if asked.Do == "acquire" {
		return h.acquire(ctx, asked)
	}
	if len(h.holds) == 0 {
		return nil, errors.New("it holds nothing")
	}
	held := h.holds[len(h.holds)-1]
	switch asked.Do {
	case "release":
		h.holds = h.holds[:len(h.holds)-1]
		return result{}, held.Release(ctx)
	case "extend":
		return result{}, held.Extend(ctx, leaseOf(asked))
	case "state":
		return result{}, nil
	}
	return nil, fmt.Errorf("cannot do %q", asked.Do)
}

func (h *holder) acquire(ctx context.Context, asked request) (result, error) {
	acquire, known := connections.Load(asked.Connection)
	if !known {
		return nil, fmt.Errorf("no connection is called %q", asked.Connection)
	}
	wait := time.Duration(-1)
	if asked.WaitMs != nil {
		wait = time.Duration(*asked.WaitMs) * time.Millisecond
	}
	held, err := acquire.(Acquire)(ctx, asked.Keys[0], wait, leaseOf(asked))
	if held == nil || err != nil {
		return result{"acquired": false}, err
	}
	h.holds = append(h.holds, held)
	return result{"acquired": true, "token": held.Token}, nil
}

func connect(asked request, library library) (result, error) {
	options, err := redis.ParseURL(asked.Nodes[0])
	if err != nil {
		return nil, err
	}
	connections.Store(asked.Connection, library.open(redis.NewClient(options)))
	return result{}, nil
}

func leaseOf(asked request) time.Duration {
	if asked.LeaseMs == nil {
		return defaultLease
	}
	return time.Duration(*asked.LeaseMs) * time.Millisecond
}

func answer(asked request, perform func() (result, error)) {
	done, err := perform()
	if err != nil {
		name := fmt.Sprintf("%T", err)
		say(result{"event": "failed", "id": asked.ID, "error": name, "message": err.Error()})
		return
	}
	say(result{"event": "done", "id": asked.ID, "result": done})
}

func say(line result) {
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	output.Lock()
	defer output.Unlock()
	fmt.Println(string(text))
}

// Version of a module as it was built in.
func versionOf(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, one := range info.Deps {
		if one.Path == module {
			return one.Version[1:]
		}
	}
	panic("this program was built without " + module)
}
