// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A token that behaves as badly as it is told to.
contract MoodyToken {
    enum Mood {
        Fair,
        Silent, // moves, returns nothing, as USDT does
        False, // returns false and moves nothing
        FalseButMoves,
        Lies, // returns true and moves nothing
        Fee, // keeps 1 %
        Reverts,
        BurnsGas,
        Bombs, // returns more than the caller can copy
        Two, // returns 2
        Calls, // calls somebody first
        Hungry // works, and needs about 400,000 gas
    }

    Mood public mood;
    Mood public balanceMood;
    address public balanceMoodFor;
    address private target;
    bytes private data;
    mapping(uint256 => uint256) private food;
    bool public called;
    bytes public answer;
    mapping(address => uint256) private balances;

    function mint(address to, uint256 value) external {
        balances[to] += value;
    }

    function setMood(Mood now_) external {
        mood = now_;
    }

    /// How `balanceOf` answers for one account.
    function setBalanceMood(Mood now_, address account) external {
        (balanceMood, balanceMoodFor) = (now_, account);
    }

    function setCall(address target_, bytes calldata data_) external {
        (target, data) = (target_, data_);
    }

    function balanceOf(address account) external view returns (uint256) {
        if (account == balanceMoodFor) _misbehave(balanceMood);
        return balances[account];
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (mood == Mood.Calls) (called, answer) = target.call(data);
        _misbehave(mood);
        if (mood == Mood.Hungry) for (uint256 i; i < 18; ++i) food[gasleft()] = 1;
        if (mood == Mood.False) return false;
        if (mood == Mood.Lies) return true;
        balances[msg.sender] -= value;
        balances[to] += mood == Mood.Fee ? value - value / 100 : value;
        if (mood == Mood.FalseButMoves) return false;
        if (mood == Mood.Silent) {
            assembly {
                return(0, 0)
            }
        }
        if (mood == Mood.Two) {
            assembly {
                mstore(0, 2)
                return(0, 32)
            }
        }
        return true;
    }

    function _misbehave(Mood now_) private pure {
        require(now_ != Mood.Reverts);
        if (now_ == Mood.BurnsGas) {
            assembly {
                invalid()
            }
        }
        if (now_ == Mood.Bombs) {
            assembly {
                return(0, 200000)
            }
        }
    }
}
